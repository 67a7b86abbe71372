/** 'Movimientos de João' → 'movimientos-de-joão', without what some file system refuses. */
const toFileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The header that saves an answer as a file 'clientes-2026-11-21.xlsx'; accents in RFC 5987's form, and a plain name for who can't read it. */
export const formatContentDisposition = (title: string, day: string, extension: string): string => {
  const name = `${toFileName(title)}-${day}.${extension}`
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
