/** Whether the visitor's keyboard has a Command key. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
