declare module '../../database/tables.ts' {
  interface Tables {
    /** Requests counted in the current window, by a hashed key. */
    call_limit: { readonly key: string; count: number; endsAt: number }
  }
}

export {}
