/**
 * `metes-client/map`: the element `<metes-map>`, a map of a Metes service in a frame. A form submits what is picked on it.
 *
 *     <metes-map name="zone" server="https://metes.example.org" mode="pick" kind="state" in="iso:DE"></metes-map>
 */
import { explainSilence, type FrameProblem, readServer } from './server-address.ts'

export interface PickedBoundary {
  readonly id: string
  readonly name: string
  readonly kind: string
}

export interface MetesMapChange {
  readonly ids: readonly string[]
  readonly boundaries: readonly PickedBoundary[]
}

export interface MetesMapEventMap {
  /** The frame answers. */
  ready: CustomEvent<null>
  /** The person has picked or removed a boundary. */
  change: CustomEvent<MetesMapChange>
  /** There is no map, or a boundary of it; the message is a full sentence. */
  error: CustomEvent<FrameProblem>
}

/** GeoJSON to show: polygons, or Features of them. */
export interface ShownGeoJson {
  readonly type: string
}

/** Parameters of the frame; the initial value is one as well. */
const PARAMETERS = ['mode', 'kind', 'level', 'in', 'scheme'] as const
/** From the frame's loading. Its scripts have run by then. */
const MAX_SILENCE_MS = 3_000
/** From its insertion: a server that accepts and never answers loads nothing. */
const MAX_LOADING_MS = 20_000

/** Servers that render pages have no elements: there the module only has to load. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

export class MetesMapElement extends Base {
  static readonly formAssociated = true
  static readonly observedAttributes = ['server', 'value', 'required', 'title', ...PARAMETERS]

  readonly #internals = this.attachInternals()
  readonly #frame = document.createElement('iframe')
  readonly #note = document.createElement('p')
  #server: URL | null = null
  #ids: readonly string[] = []
  /** Those that the address of the frame has. */
  #loadedIds = ''
  #boundaries: readonly PickedBoundary[] = []
  #area: ShownGeoJson | null = null
  #isReady = false
  #isLoading = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    const style = new CSSStyleSheet()
    style.replaceSync(
      ':host{display:block;height:26rem}:host([hidden]){display:none}iframe{border:0;width:100%;height:100%;color-scheme:normal}iframe[hidden]{display:none}p{margin:0}p:not(:empty){padding:.5rem}',
    )
    root.adoptedStyleSheets = [style]
    this.#note.setAttribute('role', 'alert')
    this.#frame.referrerPolicy = 'no-referrer'
    this.#frame.addEventListener('load', () => {
      // Also when the person has reloaded the frame alone.
      this.#isReady = false
      this.#send({ metes: 'connect' })
      this.#expectAnswer(MAX_SILENCE_MS)
    })
    root.append(this.#note, this.#frame)
  }

  /** Ids of the picked boundaries, or of those that are shown; a minus cuts one out of the area. */
  get value(): readonly string[] {
    return this.#ids
  }

  set value(ids: readonly string[]) {
    this.#setIds(ids.map(String))
    if (this.#isReady) this.#send({ metes: 'value', ids: this.#ids })
  }

  /** Those of the value, with their names; empty until the frame has found them. */
  get boundaries(): readonly PickedBoundary[] {
    return this.#boundaries
  }

  /** Polygons to show, with mode="show". */
  get area(): ShownGeoJson | null {
    return this.#area
  }

  set area(area: ShownGeoJson | null) {
    this.#area = area
    if (this.#isReady) this.#send({ metes: 'area', area })
  }

  connectedCallback(): void {
    window.addEventListener('message', this.#receive)
    this.#loadSoon()
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#receive)
    clearTimeout(this.#timer)
    this.#isReady = false
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return
    if (name === 'value') this.value = idsOf(now)
    else if (name === 'required') this.#setIds(this.#ids)
    else if (name === 'title') this.#frame.title = this.#title()
    else if (this.isConnected) this.#loadSoon()
  }

  formResetCallback(): void {
    this.value = idsOf(this.getAttribute('value'))
  }

  /** Once for all attributes that a script sets. */
  #loadSoon(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    queueMicrotask(() => {
      this.#isLoading = false
      if (this.isConnected) this.#load()
    })
  }

  /** Loads the frame anew. */
  #load(): void {
    clearTimeout(this.#timer)
    this.#isReady = false
    const server = readServer(this.getAttribute('server'), location)
    const isUsable = server instanceof URL
    this.#server = isUsable ? server : null
    this.#note.textContent = ''
    this.#frame.hidden = !isUsable
    if (!isUsable) {
      this.#frame.removeAttribute('src')
      this.#fail(server)
      return
    }
    const address = new URL('embed', server)
    for (const name of PARAMETERS) {
      const text = this.getAttribute(name)
      if (text) address.searchParams.set(name, text)
    }
    this.#loadedIds = this.#ids.join()
    if (this.#loadedIds !== '') address.searchParams.set('ids', this.#loadedIds)
    this.#frame.title = this.#title()
    this.#frame.src = address.href
    this.#expectAnswer(MAX_LOADING_MS)
  }

  override addEventListener<Name extends keyof MetesMapEventMap>(
    name: Name,
    listener: (event: MetesMapEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener(
    name: string,
    listener: unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(name, listener as EventListener, options)
  }

  #title(): string {
    return this.title || (this.getAttribute('mode') === 'show' ? 'Map' : 'Map: pick a place')
  }

  #expectAnswer(ms: number): void {
    clearTimeout(this.#timer)
    const server = this.#server
    this.#timer = setTimeout(async () => {
      if (server === null) return
      const problem = await explainSilence(server, location.origin)
      if (this.#isReady || server !== this.#server || !this.isConnected) return
      this.#frame.hidden = true
      this.#fail(problem)
    }, ms)
  }

  #fail(problem: FrameProblem): void {
    this.#note.textContent = problem.message
    this.#tell('error', problem)
  }

  #send(message: object): void {
    if (this.#server !== null) this.#frame.contentWindow?.postMessage(message, this.#server.origin)
  }

  /** Of the frame alone, and only what it may say. */
  readonly #receive = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== this.#frame.contentWindow || origin !== this.#server?.origin) return
    const { metes, boundaries, isChange, code, message } = Object(data)
    if (metes === 'ready') this.#ready()
    if (metes === 'error') this.#tell('error', { code: String(code), message: String(message) })
    if (metes === 'boundaries' && Array.isArray(boundaries)) {
      const found: PickedBoundary[] = boundaries.map(({ id, name, kind }) => ({ id, name, kind }))
      this.#boundaries = found
      if (this.getAttribute('mode') === 'show') return
      this.#setIds(found.map(({ id }) => id))
      if (isChange) this.#tell('change', { ids: this.#ids, boundaries: found })
    }
  }

  #ready(): void {
    if (this.#isReady) return
    clearTimeout(this.#timer)
    this.#isReady = true
    this.#note.textContent = ''
    this.#frame.hidden = false
    // Set while the frame was loading.
    if (this.#ids.join() !== this.#loadedIds) this.#send({ metes: 'value', ids: this.#ids })
    if (this.#area !== null) this.#send({ metes: 'area', area: this.#area })
    this.#tell('ready', null)
  }

  #setIds(ids: readonly string[]): void {
    this.#ids = ids
    this.#internals.setFormValue(ids.length > 0 ? ids.join() : null)
    const isMissing = ids.length === 0 && this.hasAttribute('required')
    if (isMissing)
      this.#internals.setValidity({ valueMissing: true }, 'Pick a place on the map.', this.#frame)
    else this.#internals.setValidity({})
  }

  #tell<Name extends keyof MetesMapEventMap>(name: Name, detail: MetesMapEventMap[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: name === 'change' }))
  }
}

const idsOf = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

declare global {
  interface HTMLElementTagNameMap {
    'metes-map': MetesMapElement
  }
}

if (globalThis.customElements !== undefined && customElements.get('metes-map') === undefined)
  customElements.define('metes-map', MetesMapElement)
