/** The script of the map page: speaks the app protocol (MCP Apps, 2026-01-26) with the host that embeds it, and draws what it receives. */
{
  const FEATURES_KEY = 'metes/features'
  const COLOURS = [
    '#2b7bba',
    '#b8542a',
    '#3f8f4f',
    '#8a56a8',
    '#a67c00',
    '#c2457d',
    '#3d8b95',
    '#7a6a58',
    '#5a67c8',
    '#6f8f1f',
  ]
  const SVG = 'http://www.w3.org/2000/svg'
  const SIDE = 1000
  const host = window.parent
  const INITIALIZE = 1

  const send = (message) => host.postMessage({ jsonrpc: '2.0', ...message }, '*')

  const element = (name, text) => {
    const made = document.createElement(name)
    if (text !== undefined) made.textContent = text
    return made
  }

  /** Returns the rings of all polygons, with longitudes that continue beyond 180. */
  const ringsOf = ({ type, coordinates }, isShifted) =>
    (type === 'Polygon' ? [coordinates] : coordinates)
      .flat()
      .map((ring) => ring.map(([lon, lat]) => [isShifted && lon < 0 ? lon + 360 : lon, lat]))

  /** Equirectangular, true to scale at the middle latitude. */
  const projectionOf = (points) => {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const [lon, lat] of points) {
      west = Math.min(west, lon)
      east = Math.max(east, lon)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
    const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180)
    const scale = SIDE / Math.max((east - west) * squeeze, north - south, 1e-6)
    return {
      width: (east - west) * squeeze * scale,
      height: (north - south) * scale,
      place: ([lon, lat]) =>
        `${((lon - west) * squeeze * scale).toFixed(1)} ${((north - lat) * scale).toFixed(1)}`,
    }
  }

  const labelOf = ({ properties }) => properties.name ?? 'Area'
  const areaOf = ({ properties }) =>
    `${properties.area_km2.toLocaleString(undefined, { maximumFractionDigits: properties.area_km2 < 100 ? 2 : 0 })} km²`

  const drawing = (features) => {
    const isShifted = features.some(({ bbox }) => bbox !== undefined && bbox[0] > bbox[2])
    const shapes = features.map(({ geometry }) => ringsOf(geometry, isShifted))
    const { width, height, place } = projectionOf(shapes.flat(2))
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('viewBox', `-8 -8 ${width + 16} ${height + 16}`)
    svg.setAttribute('role', 'img')
    svg.setAttribute('aria-label', `Map of ${features.map(labelOf).join(', ')}`)
    for (const [at, rings] of shapes.entries()) {
      const path = document.createElementNS(SVG, 'path')
      path.setAttribute('d', rings.map((ring) => `M${ring.slice(0, -1).map(place).join('L')}Z`).join(''))
      path.setAttribute('fill-rule', 'evenodd')
      path.setAttribute('vector-effect', 'non-scaling-stroke')
      path.style.color = COLOURS[at % COLOURS.length]
      svg.append(path)
    }
    return svg
  }

  const legend = (features) => {
    const list = element('ul')
    for (const [at, feature] of features.entries()) {
      const item = element('li')
      const mark = element('span')
      mark.style.background = COLOURS[at % COLOURS.length]
      item.append(mark, element('b', labelOf(feature)), ` ${areaOf(feature)}`)
      list.append(item)
    }
    return list
  }

  const root = document.documentElement
  let reported = { width: 0, height: 0 }

  const reportSize = () => {
    const width = window.innerWidth
    const height = Math.ceil(root.getBoundingClientRect().height)
    if (width === reported.width && height === reported.height) return
    reported = { width, height }
    send({ method: 'ui/notifications/size-changed', params: reported })
  }
  // A frame of another width needs another height.
  const sizeObserver = new ResizeObserver(reportSize)

  const show = (...content) => {
    document.querySelector('main').replaceChildren(...content)
    reportSize()
    sizeObserver.observe(root)
  }

  const showResult = (result) => {
    const features = result._meta?.[FEATURES_KEY]
    if (!Array.isArray(features) || features.length === 0) {
      show(
        element(
          'p',
          result.content?.find(({ type }) => type === 'text')?.text ?? 'There is nothing to show.',
        ),
      )
      return
    }
    const credits = [...new Set(features.map(({ properties }) => properties.attribution))].join('; ')
    show(drawing(features), legend(features), element('footer', credits))
  }

  const applyContext = (context) => {
    if (context?.theme !== undefined) root.style.colorScheme = context.theme
    if (context?.displayMode !== undefined) root.dataset.displayMode = context.displayMode
  }

  const onMessage = {
    'ui/notifications/tool-result': showResult,
    'ui/notifications/tool-cancelled': () => show(element('p', 'The call was cancelled.')),
    'ui/notifications/host-context-changed': applyContext,
  }

  window.addEventListener('message', ({ source, data }) => {
    if (source !== host || data?.jsonrpc !== '2.0') return
    if (data.id === INITIALIZE && data.method === undefined) {
      applyContext(data.result?.hostContext)
      send({ method: 'ui/notifications/initialized' })
    } else if (data.id !== undefined && data.method !== undefined) {
      // A map needs to answer only teardowns and pings of hosts.
      const isKnown = data.method === 'ui/resource-teardown' || data.method === 'ping'
      send({
        id: data.id,
        ...(isKnown ? { result: {} } : { error: { code: -32601, message: 'Method not found' } }),
      })
    } else onMessage[data.method]?.(data.params ?? {})
  })

  send({
    id: INITIALIZE,
    method: 'ui/initialize',
    params: {
      protocolVersion: '2026-01-26',
      appInfo: { name: 'metes-map', title: 'Map', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    },
  })
}
