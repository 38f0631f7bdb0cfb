/*
 * Runs in the page, after the module of the leak detector: `releaseCheckVisit` uses its controls, leaves it and comes back, as a visitor
 * does, with the functions that the page may replace later.
 */
export const visitScript = `
const wait = ((begin) => (ms) => new Promise((resolve) => begin(resolve, ms)))(setTimeout.bind(window))
const leaks = detectLeaks()
const ignored = /^data-(?:theme|shell|remote|[a-z][a-z0-9]*-.*)$/
const readDocument = () => {
  const { documentElement: html, body, head } = document
  const attributes = [html, body].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => value !== '' && !ignored.test(name))
      .map(({ name, value }) => name + '="' + value + '" of ' + element.localName),
  )
  return { attributes, elements: new Set([...head.children, ...body.children]) }
}
let before = null
document.addEventListener('readystatechange', () => {
  if (before !== null || document.body === null) return
  before = readDocument()
  leaks.watch(document.body, 'body')
  leaks.watch(document.documentElement, 'html')
})
const until = async (isDone) => {
  for (let tries = 0; !isDone(); tries++) {
    if (tries > 500) throw new Error('The shell did not navigate.')
    const leave = [...document.querySelectorAll('dialog[open]:not(main *) button')].at(-1)
    if (leave?.textContent.trim() === 'Leave') leave.click()
    await wait(20)
  }
}
const navigate = async (start) => {
  const heading = document.querySelector('main h1')
  start()
  await until(() => !heading?.isConnected && document.querySelector('main h1') !== null)
}
const goTo = (address) =>
  navigate(() => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  })
const comeBack = () => navigate(() => history.back())

const selector = ['button', 'input', 'select', 'textarea', 'summary', 'a[href]']
  .concat(['button', 'tab', 'switch', 'checkbox', 'radio', 'menuitem', 'option'].map((role) => '[role=' + role + ']'))
  .map((control) => 'main ' + control)
  .join()
const submits = 'form :is(button:not([type]), [type=submit], [type=image])'
const maxControls = 60
const maxAlike = 3
const isUsable = (control) => {
  if (control.matches(':disabled, [type=file], [type=hidden], [target], [download], ' + submits)) return false
  if (!control.checkVisibility()) return false
  if (control.localName !== 'a') return true
  return control.origin === location.origin && control.pathname === location.pathname
}
const listControls = () => {
  const alike = new Map()
  return [...document.querySelectorAll(selector)]
    .filter((control) => {
      const kind = [control.localName, control.type, control.role, control.className].join()
      alike.set(kind, (alike.get(kind) ?? 0) + 1)
      return alike.get(kind) <= maxAlike && isUsable(control)
    })
    .slice(0, maxControls)
}
const type = (field, value) => {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  set.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}
const texts = { number: '1', range: '1', date: '2026-01-02', time: '10:00', month: '2026-01', week: '2026-W01', color: '#123456', email: 'a@example.com', url: 'https://example.com/' }
const useControl = (control) => {
  control.focus()
  if (control.localName === 'select') type(control, control.options[control.options.length - 1]?.value ?? '')
  else if (control.localName === 'textarea') type(control, 'a')
  else if (control.localName === 'input' && !['checkbox', 'radio', 'button', 'reset', 'color'].includes(control.type))
    type(control, texts[control.type] ?? texts['datetime-local'] ?? 'a')
  else control.click()
}
const measure = async (control) => {
  const start = performance.now()
  useControl(control)
  await null // what it has changed is rendered
  const ms = performance.now() - start
  await wait(30)
  return ms
}
const nameControl = (control) =>
  (control.ariaLabel || control.textContent.trim() || control.name || control.localName).slice(0, 40)

globalThis.releaseCheckVisit = {
  async use(limitMs) {
    for (const name of ['open', 'print', 'alert', 'confirm', 'prompt']) window[name] = () => null
    const address = location.href
    const since = performance.now()
    const controls = []
    const used = listControls().length
    for (let at = 0; at < used; at++) {
      const control = listControls()[at]
      if (control === undefined) break
      const name = nameControl(control)
      let ms = await measure(control)
      // Again, if it was the machine that was slow: a button may do the opposite the second time.
      if (ms > limitMs && control.isConnected) ms = Math.min(ms, Math.max(await measure(control), await measure(control)))
      controls.push({ name, ms })
      if (location.pathname === new URL(address).pathname) continue
      await until(() => document.querySelector('main h1') !== null)
      await comeBack()
    }
    return { since, controls }
  },
  /** Leaves the page, and says what stays. */
  async leave(address, ms) {
    const left = performance.now()
    await goTo(address)
    const titles = [document.title]
    await wait(ms)
    titles.push(document.title)
    const now = readDocument()
    const attributes = now.attributes.filter((it) => !before.attributes.includes(it))
    const elements = [...now.elements].filter((it) => !before.elements.has(it) && !it.matches('script, link, style, [data-shell]'))
    const shown = elements.map((it) => it.outerHTML.slice(0, 80))
    return { left, titles, document: [...attributes, ...shown], held: leaks.trace() }
  },
  /** Comes back from elsewhere and leaves, several times. Returns when each visit began and ended, and what is outstanding. */
  async visit(address, times) {
    const visits = []
    for (let at = 0; at < times; at++) {
      const start = performance.now()
      await comeBack()
      visits.push({ start, end: performance.now() })
      await goTo(address)
    }
    return { visits, held: leaks.trace() }
  },
}
`
