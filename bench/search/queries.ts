/** A search that a visitor would make, and what they want to see among the first three results. */
export interface Query {
  readonly text: string
  readonly kind: 'word' | 'beginning' | 'alias' | 'words' | 'typo' | 'operation' | 'nothing'
  /** Names of rows or of variants, any of which will do; none: the catalogue has no such thing and should say so. */
  readonly wanted: readonly string[]
}

const downloads = ['APK by package', 'APK by link (v2)']
const youTube = ['YouTube download']
const instagram = ['Instagram media', 'Instagram reel', 'Instagram post']

// Written from the names in the catalogue before either search was run on them. Change an entry only when the catalogue
// changes: a list that follows the results proves nothing.
/** The queries by which two searches are compared. */
export const queries: readonly Query[] = [
  ...all('word', {
    wallpaper: ['Wallpaper search', 'Unsplash wallpaper'],
    news: ['News article', 'News list', 'News comments'],
    lyrics: ['Song lyrics'],
    chatgpt: ['ChatGPT'],
    directions: ['Directions'],
    sepia: ['Sepia'],
    screenshot: ['Website screenshot'],
    polaroid: ['Instant print'],
  }),
  ...all('beginning', {
    wallp: ['Wallpaper search', 'Unsplash wallpaper'],
    insta: instagram,
    scree: ['Website screenshot'],
    tik: ['TikTok video', 'TikTok profile picture', 'TikTok user'],
    graff: ['Graffiti and wall'],
    'gold bev': ['Gold bevelled block'],
    'zen tok': ['Zen Tokyo Zoo'],
  }),
  ...all('alias', {
    sticker: ['Animated text'],
    'caller name': ['Caller lookup'],
    'who called': ['Caller lookup'],
    'yt mp3': youTube,
    'grey photo': ['Grey scale'],
    'gray photo': ['Grey scale'],
    'color filter': ['Colour filter'],
    'black and white': ['Grey scale'],
    'dial code': ['Calling code'],
    cursive: ['Fancy text', 'Script', 'Bold script'],
    halloween: ['Horror'],
    'ben ten': ['Ben 10 frame'],
    pfp: ['TikTok profile picture'],
    resize: ['Rescale'],
  }),
  ...all('words', {
    'neon text': ['Neon glow', 'Neon sign pair'],
    'tiktok video': ['TikTok video'],
    'tiktok without watermark': ['TikTok video'],
    'download youtube video': youTube,
    'youtube to mp3': youTube,
    'phone number check': ['Validate phone number'],
    'latest news': ['Latest news number', 'Latest news with full details'],
    'ip location': ['IP information'],
    'hex to png': ['Colour to PNG'],
    'capture web page': ['Website screenshot'],
    'heart photo frame': ['Heart shape', 'Two hearts'],
    'gold logo': ['Metal and gold'],
    'lion metal': ['Lion metal crest'],
    'coffee cup': ['Coffee cup normalize', 'Coffee cup close-up'],
    'spotify song': ['Spotify search', 'Spotify to YouTube'],
    'birthday card': ['Greeting card', 'Birthday cake card'],
    'make a picture black and white': ['Grey scale'],
    'ask an ai': ['ChatGPT'],
    'install android app': downloads,
  }),
  ...all('typo', {
    facbook: ['Facebook video'],
    stikcer: ['Animated text'],
    wikpedia: ['Wikipedia article'],
    screnshot: ['Website screenshot'],
    instagarm: instagram,
    'yotube download': youTube,
    grafiti: ['Graffiti and wall'],
    brightnes: ['Brightness'],
    wallpapper: ['Wallpaper search', 'Unsplash wallpaper'],
    'tiktokk video': ['TikTok video'],
    twiter: ['Twitter download'],
    'noen glow': ['Neon glow'],
    'glod plate': ['Gold flat plate', 'Rose gold flat plate', 'Metal and gold'],
  }),
  ...all('operation', {
    ytdl: youTube,
    fb: ['Facebook video'],
    image_gray_scale: ['Grey scale'],
    found_wa_mod: ['WhatsApp builds'],
    googleSearch: ['Google search'],
    'reverse image': ['Reverse image search'],
  }),
  ...all('nothing', { qr: [], 'weather forecast': [], bitcoin: [] }),
]

function all(kind: Query['kind'], wanted: Readonly<Record<string, readonly string[]>>): Query[] {
  return Object.entries(wanted).map(([text, names]) => ({ text, kind, wanted: names }))
}
