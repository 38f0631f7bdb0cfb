/** Moves the focus to the heading of the page in the frame, where there is one. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
}
