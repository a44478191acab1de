/** The page of `show_map`: one file with its script and style. Its policy forbids every request. */
import { readFileSync } from 'node:fs'
import { once } from '../../../util/once.ts'
import { Html, html } from '../../page/html.ts'

export const MAP_PAGE_URI = 'ui://metes/map'

const file = (name: string): Html => Html.trusted(readFileSync(new URL(name, import.meta.url), 'utf8'))

export const mapPage = once(
  (): string =>
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Map</title>
<style>
${file('map.css')}
</style>
</head>
<body>
<main><p>Drawing …</p></main>
<script>
${file('map.js')}
</script>
</body>
</html>
`.text,
)
