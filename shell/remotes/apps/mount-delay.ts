import { createContext, type RefObject } from 'react'

/** A page that renders after its effects puts a promise here: the page counts as mounted once it resolves. */
export const MountDelayContext = createContext<RefObject<Promise<void> | null>>({ current: null })
