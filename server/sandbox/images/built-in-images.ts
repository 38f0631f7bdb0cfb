import sharp from 'sharp'

const width = 480
const height = 320

/** Drawings that stand in for photos, by name. */
const drawings: Readonly<Record<string, string>> = {
  earth: `<rect width="480" height="320" fill="#05070f"/><circle cx="240" cy="160" r="130" fill="#1d5fb4"/>
    <path d="M160 90q40-40 90-30t60 50-40 60-70-10-50-20zM230 210q40-20 80 0t10 60-60 10-40-40z" fill="#3f8f4a"/>
    <path d="M130 130q60 20 120 0t110 20M150 220q70 20 180-10" stroke="#fff" stroke-width="12" fill="none" opacity=".7"/>`,
  moonrise: `<rect width="480" height="320" fill="#000"/><circle cx="250" cy="120" r="52" fill="#2f74c0"/>
    <path d="M210 110q40-30 80 5t-30 45z" fill="#e9f1f7" opacity=".8"/><path d="M0 230q120-40 240-15t240-20v125H0z" fill="#8b8578"/>
    <circle cx="90" cy="270" r="22" fill="#6f6a5f"/><circle cx="330" cy="285" r="30" fill="#726c61"/>`,
  colours: Array.from({ length: 48 }, (_, index) => {
    const [column, row] = [index % 12, Math.floor(index / 12)]
    const fill = row === 3 ? `hsl(0 0% ${column * 9}%)` : `hsl(${column * 30} 85% ${30 + row * 20}%)`
    return `<rect x="${column * 40}" y="${row * 80}" width="40" height="80" fill="${fill}"/>`
  }).join(''),
}

export const builtInImageNames = Object.keys(drawings)

const images = new Map<string, Promise<Buffer>>()

/** A built-in image as PNG, 480 by 320, rendered once; null: there is none of this name. */
export async function getBuiltInImage(name: string): Promise<Buffer | null> {
  if (!Object.hasOwn(drawings, name)) return null
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawings[name]}</svg>`
  const image = images.get(name) ?? sharp(Buffer.from(svg)).png().toBuffer()
  images.set(name, image)
  return image
}
