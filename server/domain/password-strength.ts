import { passwordLengthLimits } from '#contract/auth.ts'
import { splitNameWords } from '#rules/name-words.ts'
import { toSearchText } from '#rules/search-text.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { commonPasswordWords } from './common-password-words.ts'

/** Whose password it is to be. */
export type PasswordOwner = { email: string; username: string; fullName: string; prefix: string }

/** Why a password is refused, as the field says it. */
export type PasswordWeakness = 'tooCommon' | 'ownWords'

/** Guesses that a good list needs, as a power of ten: ten letters at random are 10, a well-known word with a year is 5. */
const minGuessesLog10 = 9
/** What comes behind adds to the cost of looking at it, and not to what is found out. */
const maxExaminedLength = 64
/** Shorter words stand in others by chance. */
const minWordLength = 4
const productWords = ['atalaya']

type PasswordEstimator = (password: string, words: string[]) => { guesses: number; usesWords: boolean }

/** Some hundred thousand words: read when the first password is set, for most servers are started to do something else. */
const loadPasswordEstimator = async (): Promise<PasswordEstimator> => {
  const [{ ZxcvbnFactory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...spanish.dictionary, commonWords: commonPasswordWords },
    graphs: common.adjacencyGraphs,
    // A password full of signs that stand for letters would be looked at in every reading.
    l33tMaxSubstitutions: 10,
    maxLength: maxExaminedLength,
  })
  return (password, words) => {
    const { guessesLog10, sequence } = estimator.check(password.slice(0, maxExaminedLength), words)
    return {
      guesses: guessesLog10,
      usesWords: sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs'),
    }
  }
}
let passwordEstimator: Promise<PasswordEstimator> | undefined

const listOwnerWords = ({ email, username, fullName, prefix }: PasswordOwner): string[] => [
  ...new Set([email, username, fullName, prefix].flatMap((text) => [toSearchText(text), ...splitNameWords(text)])),
  ...productWords,
]

/** Signs that people write for letters. */
const letterByDisguise: Record<string, string> = {
  '4': 'a',
  '@': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}
const replaceDisguises = (text: string): string =>
  text.replace(/[431057@!$]/g, (sign) => letterByDisguise[sign] ?? sign)

/** Letters and digits that are left of a text once the words are taken out, the longest first. */
const getLengthWithoutWords = (text: string, words: readonly string[]): number =>
  words
    .filter((word) => word.length >= minWordLength)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.split(word).join(' '), text)
    .replace(/[^\p{L}\p{N}]/gu, '').length

/**
 * Why this is no password for that person; null where it is one. Refused is what a list of common passwords, names and words guesses
 * early, and what is made of the person's own words or the product's: without these it has to be long enough by itself.
 */
export const findPasswordWeakness = async (
  password: string,
  owner: PasswordOwner,
): Promise<PasswordWeakness | null> => {
  const words = listOwnerWords(owner)
  for (const text of [toSearchText(password), replaceDisguises(toSearchText(password))])
    if (getLengthWithoutWords(text, words) < Math.min(getLengthWithoutWords(text, []), passwordLengthLimits.shortest))
      return 'ownWords'
  passwordEstimator ??= loadPasswordEstimator()
  const { guesses, usesWords } = (await passwordEstimator)(password, words)
  if (guesses >= minGuessesLog10) return null
  return usesWords ? 'ownWords' : 'tooCommon'
}

/**
 * Throws `password.tooCommon` or `password.ownWords` where the password isn't one for that person.
 * See docs/decisions/0080-weak-passwords-and-known-places.md
 */
export const assertStrongPassword = async (password: string, owner: PasswordOwner): Promise<void> => {
  const weakness = await findPasswordWeakness(password, owner)
  if (weakness) throw buildRefusal(`password.${weakness}`, { fields: { password: weakness } })
}
