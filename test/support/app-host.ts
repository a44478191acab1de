/** A host of MCP Apps on the official bridge: a page that embeds an app in a sandboxed frame and notes what the app does. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveFolder } from './folder-server.ts'
import type { LocalServer } from './local-server.ts'
import { appHost } from './mcp-clients.ts'

/**
 * Scripts of a test find here: `load(html)`; `bridge`; `isInitialized`, `sizes` and `faults`, which it heard of the app;
 * and what its library knows about tools, `pageUriOf(tool)` and `APP_TYPE`. The frame gets each height that the app reports.
 */
const hostPage = (importMap: object): string => `<!doctype html><title>Host</title>
<link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify(importMap)}</script>
<iframe sandbox="allow-scripts" style="border:0;width:600px;height:500px"></iframe>
<script type="module">
import {
  AppBridge,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
  getToolUiResourceUri,
} from '@modelcontextprotocol/ext-apps/app-bridge'

const frame = document.querySelector('iframe')
const bridge = new AppBridge(
  null,
  { name: 'host', version: '1' },
  { openLinks: {} },
  {
    hostContext: {
      theme: 'dark',
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen'],
      containerDimensions: { width: 600, maxHeight: 2000 },
    },
  },
)
const sizes = []
const faults = []
const unknown = async ({ method }) => {
  faults.push('the bridge does not know ' + method)
}
bridge.onerror = (error) => faults.push(String(error))
bridge.fallbackRequestHandler = unknown
bridge.fallbackNotificationHandler = unknown
bridge.addEventListener('initialized', () => {
  globalThis.isInitialized = true
})
bridge.addEventListener('sizechange', (size) => {
  sizes.push(size)
  frame.style.height = size.height + 'px'
})
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
Object.assign(globalThis, {
  bridge,
  sizes,
  faults,
  pageUriOf: getToolUiResourceUri,
  APP_TYPE: RESOURCE_MIME_TYPE,
  load: (html) => {
    frame.srcdoc = html
  },
})
</script>`

export const serveAppHost = async (): Promise<LocalServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-app-host-'))
  const packages = appHost()
  await writeFile(join(folder, 'host.html'), hostPage(packages.importMap))
  await symlink(packages.folder, join(folder, 'node_modules'))
  const { url, close } = await serveFolder(folder)
  return {
    url,
    close: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
