import type { Site } from '@portico/shared/site/site.ts'
import type { ReactNode } from 'react'

/** Line drawings on a grid of 24, in one weight. */
export const socialIcons: Record<keyof Site['social'], ReactNode> = {
  facebook: (
    <>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M15 8.2h-.6a2.2 2.2 0 0 0-2.2 2.2v10M9.7 13.2h4.8" />
    </>
  ),
  twitter: (
    <path d="M20.5 6.5a4 4 0 0 0-7.9 1.6v.6C9 8.9 6.3 7.3 4.3 4.9c-.9 2.8 0 5.2 2.3 6.7l-2.6-.5c.4 2.1 1.8 3.5 3.9 4-1.2 1.6-2.7 2.4-4.9 2.6 6.7 4.1 16.2 1.3 17-8.6l2-2.2z" />
  ),
  github: (
    <>
      <path d="M5.5 3.5 9 5.7c2-.5 4-.5 6 0l3.5-2.2c.7 1.9.7 3.6.2 5 1 1.2 1.5 2.6 1.5 4.1 0 4.4-3.2 6.9-8.2 6.9s-8.2-2.5-8.2-6.9c0-1.5.5-2.9 1.5-4.1-.5-1.4-.5-3.1.2-5z" />
      <path d="M9 12.5v1.5M15 12.5v1.5" />
    </>
  ),
  whatsapp: (
    <>
      <path d="m3.5 20.5 1.3-4.3a8.5 8.5 0 1 1 3.1 3z" />
      <path d="M9 7.8c-1.7 4 3.2 8.9 7.2 7.2l.3-1.7-2.4-1.2-1.1 1c-.9-.4-1.7-1.2-2.1-2.1l1-1.1-1.2-2.4z" />
    </>
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="3.8" />
      <path d="M16.8 7.2h.01" />
    </>
  ),
  youtube: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="4.5" />
      <path d="m10.2 9.2 4.8 2.8-4.8 2.8z" />
    </>
  ),
}
