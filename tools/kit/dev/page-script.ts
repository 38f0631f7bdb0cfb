/** Paths of the development server's own, among those of the site. */
export const devPaths = { settings: '/-/dev', script: '/-/dev/page.js', events: '/-/dev/events' } as const

/**
 * Runs in every page: reloads it when it must be, and shows the errors of a build that failed, over the page as it was. The
 * site's policy applies: no HTML, no inline styles. A page names the state that it was sent in, so that no reload is
 * missed before it is connected.
 */
export const pageScript = `{
const { searchParams } = new URL(document.currentScript.src)
const events = new EventSource('${devPaths.events}?' + searchParams)
events.addEventListener('reload', () => location.reload())
events.addEventListener('errors', ({ data }) => show(JSON.parse(data)))

const host = document.createElement('portico-errors')
const root = host.attachShadow({ mode: 'open' })
const styles = new CSSStyleSheet()
styles.replaceSync(\`
  section { position: fixed; inset: 0; z-index: 1000; overflow: auto; padding: 1.5rem; background: #16181d; color: #f1f2f4; font: 1rem/1.5 system-ui, sans-serif }
  div { max-inline-size: 60rem; margin-inline: auto }
  h2 { margin: 0; font-size: 1.25rem; color: #ff9d94 }
  pre { overflow-x: auto; font: .875rem/1.5 ui-monospace, monospace }
  button { min-block-size: 2.75rem; padding-inline: 1rem; font: inherit }
\`)
root.adoptedStyleSheets = [styles]
const add = (parent, name, text = '') => parent.appendChild(Object.assign(document.createElement(name), { textContent: text }))
const section = add(root, 'section')
section.setAttribute('role', 'alert')
addEventListener('keydown', ({ key }) => key === 'Escape' && host.remove())

function show(errors) {
  section.replaceChildren()
  if (errors === null) return host.remove()
  document.documentElement.append(host)
  const box = add(section, 'div')
  add(box, 'h2', 'The build failed')
  add(box, 'pre', errors).tabIndex = 0
  add(box, 'p', 'The page behind this message still shows the last build that worked. It updates as soon as you save a fix.')
  add(box, 'button', 'Hide').addEventListener('click', () => host.remove())
}
}
`
