/** The Node versions that the kit runs on, those of Rspack, as `engines` has them. */
export const supportedNode = '^20.19 || >=22.12'

/** Whether the kit runs on this version of Node, such as `22.12.0`. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 20) return minor >= 19
  return major > 22 || (major === 22 && minor >= 12)
}
