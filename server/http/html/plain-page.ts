import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'
import { siteIcon } from './site-icon.ts'

// For the few server-rendered pages, which must work without the shell and its scripts.
export const plainStyles = {
  path: '/-/plain-page.css',
  text: `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 42rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
pre { white-space: pre-wrap; font: inherit; padding: 1rem; border: 1px solid GrayText; border-radius: 0.5rem; }
time { white-space: nowrap; }
ul { padding: 0; list-style: none; }
li { padding: 0.75rem 0; border-bottom: 1px solid GrayText; }
label { display: block; }
input, button { font: inherit; min-height: 2.75rem; padding: 0.5rem 1.25rem; cursor: pointer; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`,
}

interface PlainPage {
  readonly title: string
  readonly body: Html
}

/** The document of a plain page, which complies with the site's Content-Security-Policy. */
export function renderPlainPage({ title, body }: PlainPage): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${siteIcon}">
<link rel="stylesheet" href="${plainStyles.path}">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return page.text
}

/** Sends `page` instead of the problem document of an `onSend` hook: returns it as the payload. */
export function replaceByPage(reply: Pick<FastifyReply, 'removeHeader'>, page: string): string {
  reply
    .removeHeader('content-length')
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
  return page
}
