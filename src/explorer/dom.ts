/** Builds elements. Texts become text nodes, so that no answer can become markup. */

export type Child = Node | string | number | null | false | readonly Child[]

/** Attributes, and listeners under `on…`. */
type ElementProperties = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>

/** `h('button', { class: 'plain', onclick: go }, 'Go')`. True writes an empty attribute; false and null leave it out. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: ElementProperties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== null && value !== false)
      element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
  return element
}

/** A list with a class, and what `itemOf` makes of each item in it. */
export const list = <T>(
  tag: 'ul' | 'ol',
  className: string,
  items: readonly T[],
  itemOf: (item: T) => HTMLElement,
): HTMLElement => h(tag, { class: className }, items.map(itemOf))

const append = (parent: Node, children: readonly Child[]): void => {
  for (const child of children) {
    if (child === null || child === false) continue
    if (Array.isArray(child)) append(parent, child)
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)))
  }
}

/** Replaces the content of the element. The keyboard focus stays if an element with the same `data-key` exists again. */
export const show = (parent: HTMLElement, ...children: readonly Child[]): void => {
  const focused = document.activeElement
  const key = parent.contains(focused) ? focused?.getAttribute('data-key') : null
  parent.replaceChildren()
  append(parent, children)
  if (key != null) parent.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
}

/** Sets a colour that comes from an answer or a position and thus cannot be in the stylesheet. */
export const coloured = (element: HTMLElement, colour: string): HTMLElement => {
  element.style.setProperty('--colour', colour)
  return element
}
