/** The names of a new feature, and why some can't be had. */

const toCamelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const toPascalCase = (name) => toCamelCase(`-${name}`)
const toTitle = (name) => {
  const text = name.replaceAll('-', ' ')
  return text[0].toUpperCase() + text.slice(1)
}
const removeAccents = (text) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** One of the rows, where the plural is a regular one: 'visits' → 'visit', 'entries' → 'entry'. */
export const toSingular = (feature) => {
  if (feature.endsWith('ies')) return `${feature.slice(0, -3)}y`
  return /[^s]s$/.test(feature) ? feature.slice(0, -1) : undefined
}

/** The nearest name that holds: 'Late Fees' → 'late-fees'; undefined where nothing is left of it. */
export const toValidName = (name) =>
  removeAccents(name)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^[\d-]+|-+$/g, '') || undefined

/**
 * How a feature is called in all places. `titles` are those of its screen by language; the module, and the address of the screen, follow the
 * Spanish one, as those of the others do.
 */
export const namesOf = (feature, row, { job = false, notification = false, titles = {} } = {}) => {
  const title = toTitle(feature)
  const spanish = titles.es ?? title
  const key = toPascalCase(toValidName(spanish) ?? feature)
  return {
    feature,
    row,
    job,
    notification,
    list: toCamelCase(feature),
    List: toPascalCase(feature),
    Row: toPascalCase(row),
    table: row.replaceAll('-', '_'),
    tableKey: toCamelCase(row),
    module: `bt_${key}`,
    path: `/crm/${key}`,
    titles: { es: spanish, en: titles.en ?? title, pt: titles.pt ?? title },
  }
}

/** Where the title is no more than NAME yet, which is English; undefined where both are said. */
export const findUntranslatedTitles = (feature, titles) => {
  const languages = ['es', 'pt'].filter((language) => titles[language] === undefined)
  if (languages.length === 0) return undefined
  const paths = languages.map((language) => `locales/${language}/${feature}.ts`)
  return `The screen is called "${toTitle(feature)}" there yet: translate it in ${paths.join(', ')}.`
}

/** Rooms, what stands in them under a fixed name, and words that TypeScript or SQL keep for themselves. */
const reservedNames = new Set(
  `app bench build commands contract core db demo docs domain embedded features harness locales migrate node-modules registry reports rights rules
  schema scripts seed server shape tenant test tests ui web written
  break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in
  instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield
  all analyse analyze and any array as asc asymmetric both cast check collate column constraint create current desc distinct end except fetch foreign
  from grant group having initially intersect into lateral leading limit localtime not offset on only or order placing primary references returning
  row rows select some symmetric table tables then to trailing union unique user using variadic view views when where window`.split(
    /\s+/,
  ),
)

const maxNameLength = 40

/** Why `name` can't be had, with what to do instead; undefined where it can. `what`: NAME or ROW. */
export const findNameProblem = (what, name) => {
  if (!/^[a-z][a-z\d]*(-[a-z][a-z\d]*)*$/.test(name)) {
    const better = toValidName(name)
    const hint = better && better !== name ? `, for example ${better}` : ''
    return `${what} "${name}": small letters and digits, words joined by hyphens, each beginning with a letter${hint}.`
  }
  if (name.length > maxNameLength) return `${what} "${name}": at most ${maxNameLength} letters.`
  if (reservedNames.has(name))
    return `${what} "${name}" means something else already: take a name that says more, for example client-${name}.`
  return undefined
}

/** Why `title` can't be a screen's. */
export const findTitleProblem = (title) =>
  /^\p{L}[\p{L}\p{M}\d '’.,()/-]{0,59}$/u.test(title)
    ? undefined
    : `The title "${title}": up to 60 letters, digits, spaces and simple marks, beginning with a letter.`
