import type { Site } from '../site/site.ts'
import type { IconData } from './icon.tsx'

interface SocialLink {
  readonly network: keyof Site['social']
  readonly name: string
  readonly icon: IconData
}

// Drawn here because Lucide has no brand icons.

/** The six social networks, in display order. */
export const socialLinks: readonly SocialLink[] = [
  {
    network: 'facebook',
    name: 'Facebook',
    icon: toIcon(
      'M3.3 12a8.7 8.7 0 1 0 17.4 0 8.7 8.7 0 1 0-17.4 0M15 8.2h-.6a2.2 2.2 0 0 0-2.2 2.2v10M9.7 13.2h4.8',
    ),
  },
  {
    network: 'twitter',
    name: 'Twitter',
    icon: toIcon(
      'M20.5 6.5a4 4 0 0 0-7.9 1.6v.6C9 8.9 6.3 7.3 4.3 4.9c-.9 2.8 0 5.2 2.3 6.7l-2.6-.5c.4 2.1 1.8 3.5 3.9 4-1.2 1.6-2.7 2.4-4.9 2.6 6.7 4.1 16.2 1.3 17-8.6l2-2.2z',
    ),
  },
  {
    network: 'github',
    name: 'GitHub',
    icon: toIcon(
      'M5.5 3.5 9 5.7c2-.5 4-.5 6 0l3.5-2.2c.7 1.9.7 3.6.2 5 1 1.2 1.5 2.6 1.5 4.1 0 4.4-3.2 6.9-8.2 6.9s-8.2-2.5-8.2-6.9c0-1.5.5-2.9 1.5-4.1-.5-1.4-.5-3.1.2-5zM9 12.5v1.5M15 12.5v1.5',
    ),
  },
  {
    network: 'whatsapp',
    name: 'WhatsApp',
    icon: toIcon(
      'm3.5 20.5 1.3-4.3a8.5 8.5 0 1 1 3.1 3zM9 7.8c-1.7 4 3.2 8.9 7.2 7.2l.3-1.7-2.4-1.2-1.1 1c-.9-.4-1.7-1.2-2.1-2.1l1-1.1-1.2-2.4z',
    ),
  },
  {
    network: 'instagram',
    name: 'Instagram',
    icon: toIcon(
      'M8.5 3.5h7a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-7a5 5 0 0 1-5-5v-7a5 5 0 0 1 5-5zM8.2 12a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0-7.6 0M16.8 7.2h.01',
    ),
  },
  {
    network: 'youtube',
    name: 'YouTube',
    icon: toIcon(
      'M7 5h10a4.5 4.5 0 0 1 4.5 4.5v5A4.5 4.5 0 0 1 17 19H7a4.5 4.5 0 0 1-4.5-4.5v-5A4.5 4.5 0 0 1 7 5zM10.2 9.2l4.8 2.8-4.8 2.8z',
    ),
  },
]

function toIcon(path: string): IconData {
  return { node: [['path', { d: path }]] }
}
