/** What the browser reports about the connection; most browsers report nothing. */
export interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

declare global {
  interface Navigator {
    readonly connection?: Connection
  }
}

/** What a window reveals about the connection and the visitor's settings. */
export interface DataSettings {
  readonly navigator: { readonly connection?: Connection | undefined }
  matchMedia(query: string): { readonly matches: boolean }
}

/** Whether the visitor's connection and settings allow requests that may turn out to be useless. */
export function maySpendData(window: DataSettings): boolean {
  const { saveData = false, effectiveType = '4g' } = window.navigator.connection ?? {}
  return !saveData && effectiveType === '4g' && !window.matchMedia('(prefers-reduced-data: reduce)').matches
}
