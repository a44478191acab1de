/** The layout of all mail: the content, then a footer with the sender and the unsubscribe link. */
import { escapeHtml } from '../../util/escape-html.ts'

export interface LayoutParts {
  readonly subject: string
  readonly text: string
  /** Already escaped. */
  readonly html: string
  readonly baseUrl: string
  /** Null for mail that cannot be switched off. */
  readonly unsubscribe: { readonly url: string; readonly kindWords: string } | null
}

export const laidOut = (parts: LayoutParts): { readonly text: string; readonly html: string } => ({
  text: `${parts.text}\n\n-- \n${footerText(parts)}\n`,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="font-size:20px;line-height:1.3">${escapeHtml(parts.subject)}</h1>
${parts.html}
<p style="margin-top:32px;padding-top:12px;border-top:1px solid #94a3b8;font-size:13px">${footerHtml(parts)}</p>
</div>
</body>
</html>
`,
})

const footerText = ({ baseUrl, unsubscribe }: LayoutParts): string =>
  unsubscribe === null
    ? `Metes, ${baseUrl}`
    : `Metes, ${baseUrl}\nYou receive ${unsubscribe.kindWords}. To unsubscribe:\n${unsubscribe.url}`

const footerHtml = ({ baseUrl, unsubscribe }: LayoutParts): string => {
  const sender = `Metes, <a href="${escapeHtml(baseUrl)}">${escapeHtml(baseUrl)}</a>`
  return unsubscribe === null
    ? sender
    : `${sender}<br>You receive ${escapeHtml(unsubscribe.kindWords)}. <a href="${escapeHtml(unsubscribe.url)}">Unsubscribe</a>`
}
