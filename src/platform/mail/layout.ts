/** The one look of all mail: what it says, and below it who sends it and how to be sent no more. */
import { escapeHtml } from '../../util/escape-html.ts'

export interface LayoutParts {
  readonly subject: string
  readonly text: string
  /** Safe as it is. */
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
    : `Metes, ${baseUrl}\nYou are sent ${unsubscribe.kindWords}. To be sent no more:\n${unsubscribe.url}`

const footerHtml = ({ baseUrl, unsubscribe }: LayoutParts): string => {
  const sender = `Metes, <a href="${escapeHtml(baseUrl)}">${escapeHtml(baseUrl)}</a>`
  return unsubscribe === null
    ? sender
    : `${sender}<br>You are sent ${escapeHtml(unsubscribe.kindWords)}. <a href="${escapeHtml(unsubscribe.url)}">Unsubscribe</a>`
}
