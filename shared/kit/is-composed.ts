/** Whether the key belongs to an input method. In Safari the one that ends a composition comes after it, with this code. */
export function isComposed({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
