import type { Site } from '@portico/kit/site/site.ts'

/** An owner whose values appear nowhere else in the layout. */
export const site: Site = {
  name: 'Ada Example',
  headline: 'Builds engines',
  about: 'Writes the first programs.',
  birthDate: '1990-12-31',
  phone: '+12025550143',
  email: 'ada@example.com',
  location: 'Ockham',
  social: {
    facebook: 'https://facebook.example/ada',
    twitter: 'https://twitter.example/ada',
    github: 'https://github.example/ada',
    whatsapp: 'https://whatsapp.example/ada',
    instagram: 'https://instagram.example/ada',
    youtube: 'https://youtube.example/ada',
  },
  news: 'The engine turns.',
  columns: [
    {
      title: 'Explore',
      links: [
        { label: 'All work', to: '/projects' },
        { label: 'Notes', to: 'https://notes.example/' },
      ],
    },
  ],
  skills: [],
  apiBase: null,
}
