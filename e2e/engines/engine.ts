/** What a test needs of a browser, whatever protocol drives it. Input is that of a real pointer and keyboard. */
export interface Tab {
  /** Opens an address and waits for the page's `load` event. */
  goTo(address: string): Promise<void>
  /** Evaluates an expression in the page, which must be a string. */
  evaluate(expression: string): Promise<string>
  /** Clicks a point of the viewport. */
  click(point: Point): Promise<void>
  type(text: string): Promise<void>
  /** Presses a key, while another is held. */
  press(key: Key, held?: 'Control'): Promise<void>
  resize(size: Size): Promise<void>
  /** The viewport, as PNG. */
  screenshot(): Promise<Buffer>
  /** Console errors, uncaught errors and policy violations since the last call. */
  takeErrors(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A running browser. */
export interface Engine {
  /** Opens a tab that shares nothing with any other. */
  openTab(): Promise<Tab>
  stop(): Promise<void>
}

export interface Point {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A key that types no character, or the character that it types. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'Backspace' | 'a' | 'k' | '/'
