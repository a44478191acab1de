/** Serves `/llms.txt` (llmstxt.org): the pages of the documentation for language models, each with one sentence. */
import { docsText, GROUPS, GUIDES, namesIn, ROOMS, TABLES } from './docs-pages.ts'
import { docsSummary, docsTitle } from './markdown.ts'

export const llmsText = (baseUrl: string): string => {
  const line = (name: string): string => {
    const text = docsText(name)
    return `- [${docsTitle(text)}](${baseUrl}/docs/${name}.md): ${docsSummary(text)}`
  }
  const section = (title: string, names: readonly string[]): string =>
    `## ${title}\n\n${names.map(line).join('\n')}\n`
  return [
    '# Metes\n',
    '> Administrative boundaries of the world by name, code or point, their polygons at the detail you ask for, and areas from descriptions in plain words.\n',
    `Every operation has a REST route, an RPC route (POST ${baseUrl}/v1/ops/NAME with all input as JSON), a command and an agent tool of the same name.`,
    'Searches, and polygons at low detail, need no key. Errors are RFC 9457 problems whose `detail` says what to do.\n',
    '## Machine-readable\n',
    `- [OpenAPI](${baseUrl}/openapi.json): every route with its input, answers and errors.`,
    `- [Catalog](${baseUrl}/v1): every operation with JSON Schemas, cost and examples.\n`,
    section(ROOMS.guide, GUIDES),
    ...GROUPS.map(([title, names]) => section(title, names)),
    section('Tables', TABLES),
    section(ROOMS.errors, namesIn('errors')),
  ].join('\n')
}
