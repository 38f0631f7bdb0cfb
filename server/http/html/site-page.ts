import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { getVisitorState, type VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { parseThemeCookie, type Theme } from '@portico/protocol/theme.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HeaderSink } from '../direct/answer.ts'
import { type Html, html } from './html.ts'
import { plainStyles, renderPlainPage } from './plain-page.ts'

// Above the layers of the shell's style sheet, whose tokens it uses. Without the shell's script, the theme switch in the
// header would do nothing.
const siteStyles = {
  path: '/-/site-page.css',
  text: `
.site-page { max-inline-size: 27rem; margin-inline: auto; padding: clamp(20px, 5.5vi, 2.5rem);
  border: 1px solid var(--color-line); border-radius: var(--radius-l); background: var(--color-surface);
  box-shadow: var(--shadow-1); overflow-wrap: anywhere; }
.site-page h1 { margin: 0 0 var(--space-4); font-size: var(--text-2xl); }
.site-page .button { display: inline-flex; align-items: center; min-block-size: 2.75rem; margin-block: var(--space-3);
  padding: var(--space-2) var(--space-5); border: 0; border-radius: 999px; background: var(--color-accent);
  color: var(--color-on-accent); font-weight: 600; line-height: 1.2; text-decoration: none; cursor: pointer; }
.site-page .button:hover { background: color-mix(in oklab, var(--color-accent) 88%, var(--color-text)); }
.site-page ul { margin: 0; padding: 0; list-style: none; }
.site-page li { padding-block: var(--space-3); border-block-start: 1px solid var(--color-line); }
.site-page pre { white-space: pre-wrap; font: inherit; }
.site-page label { display: block; margin-block-end: var(--space-1); font-weight: 600; }
.site-page [type=password] { inline-size: 100%; min-block-size: 2.75rem; padding-inline: var(--space-3);
  border: 1px solid color-mix(in oklab, var(--color-muted) 75%, var(--color-surface)); border-radius: var(--radius-m);
  background: var(--color-raised); color: inherit; font: inherit; }
.site-page [aria-invalid] { border-color: var(--color-danger); box-shadow: inset 0 0 0 1px var(--color-danger); }
.site-page code { font-family: var(--font-mono); font-size: 0.9em; }
.site-page .muted { color: var(--color-muted); }
.site-page p:last-child { margin-block-end: 0; }
.form-problem { margin: 0 0 var(--space-4); padding: var(--space-3) var(--space-4); border: 1px solid currentColor;
  border-radius: var(--radius-m); background: color-mix(in oklab, var(--color-danger) 7%, var(--color-raised));
  color: var(--color-danger); font-size: var(--text-s); line-height: 1.5; scroll-margin-block: 25vh; }
header fieldset { display: none; }
`,
}

/** Serves the style sheets of the server's own pages. */
export async function pageStyles(app: FastifyInstance): Promise<void> {
  for (const { path, text } of [plainStyles, siteStyles])
    app.get(path, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(text),
    )
}

interface SitePage {
  readonly title: string
  readonly body: Html
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The site's layout around a page of the server's own. */
export interface SiteFrame {
  /** Tags of the document's head: style sheets, fonts and icons. */
  readonly head: Html
  /** The HTML before and after the page. */
  readonly before: Html
  readonly after: Html
}

/** The site's layout for visitors in a state, in a theme (null: the system's); null while there is none. */
export type ReadFrame = (theme: Theme | null, state: VisitorState) => SiteFrame | null

/** Who requests the page; null: nobody is signed in. */
type PageVisitor = { readonly visitor: SessionRecord | null } | 'unknown'

export interface SiteContext {
  readonly site: Pick<Site, 'name'>
  readonly readFrame: ReadFrame
  readonly readSession: (
    request: Pick<FastifyRequest, 'cookies'>,
    reply: HeaderSink,
  ) => PageVisitor | Promise<PageVisitor>
}

/** Sends the page of `renderSitePage`, which is never cached. */
export async function sendSitePage(
  context: SiteContext,
  { request, reply }: Exchange,
  page: SitePage,
): Promise<FastifyReply> {
  const document = await renderSitePage(context, { request, reply }, page)
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .send(document)
}

/** Renders a page in the site's layout that works without scripts; a plain one while the site has no prerendered layout. */
export async function renderSitePage(
  context: SiteContext,
  exchange: Exchange,
  { title, body }: SitePage,
): Promise<string> {
  const card = html`<div class="site-page">
<h1>${title}</h1>
${body}
</div>`
  const page = await renderInFrame(context, exchange, { title, head: html``, body: card })
  return page ?? renderPlainPage({ title, body })
}

/** Renders a document with `body` in the site's layout; null: the site has no prerendered layout. */
export async function renderInFrame(
  { site, readFrame, readSession }: SiteContext,
  { request, reply }: Exchange,
  { title, head, body }: SitePage & { readonly head: Html },
): Promise<string | null> {
  const theme = parseThemeCookie(request.headers.cookie)
  const session = await readSession(request, reply)
  const frame = readFrame(theme, session === 'unknown' ? 'signed-out' : getVisitorState(session.visitor))
  if (frame === null) return null
  return html`<!doctype html>
<html lang="en"${theme === null ? '' : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${site.name}</title>
${frame.head}
<link rel="stylesheet" href="${siteStyles.path}">
${head}
</head>
<body>
${frame.before}${body}${frame.after}
</body>
</html>
`.text
}
