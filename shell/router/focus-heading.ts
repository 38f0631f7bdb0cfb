/** Moves the focus to the heading of the page in the frame; to the page itself where it has none that takes it. */
export function focusHeading(): void {
  const page = document.querySelector<HTMLElement>('#content')
  const heading = page?.querySelector<HTMLElement>('h1[tabindex]')
  const target = heading ?? page
  target?.focus({ preventScroll: true })
}
