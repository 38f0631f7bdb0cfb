/** Moves the focus to the page's heading, or to `main` if the page has no focusable heading. */
export function focusHeading(): void {
  const page = document.querySelector<HTMLElement>('#content')
  const heading = page?.querySelector<HTMLElement>('h1[tabindex]')
  const target = heading ?? page
  target?.focus({ preventScroll: true })
}
