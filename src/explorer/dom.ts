/** Builds elements. Texts become text nodes, so that no answer can become markup. */

export type Child = Node | string | number | null | false | readonly Child[]

/** Attributes, and listeners under `on…`. True writes an empty attribute; false and null leave it out. */
type ElementProperties = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>

/** `h('button.plain', { onclick: go }, 'Go')`: a tag with its classes, then properties, if any, and children. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tagAndClasses: K | `${K}.${string}`,
  ...[first = null, ...others]: readonly [(ElementProperties | Child)?, ...Child[]]
): HTMLElementTagNameMap[K] => {
  const [tag, ...classes] = tagAndClasses.split('.')
  const element = document.createElement(tag as K)
  element.classList.add(...classes)
  if (isChild(first)) append(element, [first])
  else setProperties(element, first)
  append(element, others)
  return element
}

/** A list with classes, and what `itemOf` makes of each item in it. */
export const list = <T>(
  tagAndClasses: 'ul' | `${'ul' | 'ol'}.${string}`,
  items: readonly T[],
  itemOf: (item: T) => HTMLElement,
): HTMLElement => h(tagAndClasses, items.map(itemOf))

const isChild = (part: ElementProperties | Child): part is Child =>
  typeof part !== 'object' || part === null || part instanceof Node || Array.isArray(part)

const setProperties = (element: HTMLElement, properties: ElementProperties): void => {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== null && value !== false)
      element.setAttribute(name, value === true ? '' : String(value))
  }
}

const append = (parent: Node, children: readonly Child[]): void => {
  for (const child of children) {
    if (child === null || child === false) continue
    if (Array.isArray(child)) append(parent, child)
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)))
  }
}

/**
 * Replaces the content of the element. The keyboard focus stays if an element with the same `data-key` exists again; otherwise it moves to
 * the panel around it, so that nobody starts again at the top of the page.
 */
export const show = (parent: HTMLElement, ...children: readonly Child[]): void => {
  const focused = document.activeElement
  const hasFocus = parent !== focused && parent.contains(focused)
  const key = hasFocus ? focused?.getAttribute('data-key') : null
  parent.replaceChildren()
  append(parent, children)
  const again =
    key == null ? null : parent.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)
  if (again !== null) again.focus()
  else if (hasFocus) parent.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true })
}

/** Sets a colour that comes from an answer or a position and thus cannot be in the stylesheet. */
export const coloured = (element: HTMLElement, colour: string): HTMLElement => {
  element.style.setProperty('--colour', colour)
  return element
}
