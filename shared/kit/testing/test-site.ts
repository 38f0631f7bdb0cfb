import type { Site } from '../site/site.ts'

/** The owner's values in tests. */
export const testSite: Site = {
  name: 'Sample Person',
  headline: 'Makes samples',
  about: 'First part.\n\nSecond part.',
  birthDate: '2000-02-03',
  phone: '+12025550143',
  email: 'sample@example.com',
  location: 'Sample Town',
  social: {
    facebook: 'https://facebook.example/sample',
    twitter: 'https://twitter.example/sample',
    github: 'https://github.example/sample',
    whatsapp: 'https://whatsapp.example/sample',
    instagram: 'https://instagram.example/sample',
    youtube: 'https://youtube.example/sample',
  },
  news: 'No news',
  columns: [],
  skills: ['Sampling', 'Testing'],
  apiBase: null,
}
