import { type ImportKind, importFields, importKinds } from '#contract/imports/fields.ts'
import { dateOrders, fileEncodings, type ImportFileFormat } from '#contract/imports.ts'
import refusals from '#locales/en/refusals.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { ImportInputError } from '#server/features/imports/import-session.ts'
import { importFile } from '#server/features/imports/mapped/import-file.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'

const delimitersByName = { semicolon: ';', comma: ',', tab: '\t', bar: '|' } as const
const quotesByName = { double: '"', single: "'", none: '' } as const
const decimalMarksByName = { comma: ',', point: '.' } as const

const lookUpOption = <T>(words: Readonly<Record<string, T>>, word: string | undefined): T | undefined =>
  word === undefined ? undefined : words[word]

type CsvFormatOptions = Record<'encoding' | 'delimiter' | 'quote' | 'decimal' | 'dates', string | undefined>

/** What was said of the file; the choices are checked by the frame. */
const toImportForm = ({ encoding, delimiter, quote, decimal, dates }: CsvFormatOptions): Partial<ImportFileFormat> => {
  const formOptions = {
    encoding: fileEncodings.find((one) => one === encoding),
    delimiter: lookUpOption(delimitersByName, delimiter),
    quote: lookUpOption(quotesByName, quote),
    decimal: lookUpOption(decimalMarksByName, decimal),
    dates: dateOrders.find((one) => one === dates),
  }
  return Object.fromEntries(Object.entries(formOptions).filter(([, value]) => value !== undefined))
}

/** What the parts refuse, in words; accounts are named where one is to blame. */
const toCommandError = (error: unknown): unknown => {
  if (error instanceof ImportInputError) return new CommandError(`${error.message}.`, { cause: error.cause })
  if (!(error instanceof RefusalError)) return error
  const account = error.details.fields?.account
  const words = (refusals.codes as Record<string, string>)[error.code] ?? error.code
  return new CommandError(`${words}${account ? ` Account: ${account}.` : ''} Nothing was written.`, { cause: error })
}

const describeImportFields = (kind: ImportKind): string =>
  importFields[kind].map(({ key, required }) => (required ? `${key} (required)` : key)).join(', ')

export const importCsvCommand = defineCommand({
  name: 'import csv',
  summary: 'Import a CSV file or an Excel workbook, as the screen does',
  details: `Every row is checked first. All of it is written or nothing; importing again adds nothing. No second person is asked.
How the file is made is recognised, and its columns by their names; the last mapping of the same columns is used again.
It can be looked at and undone at /crm/Importar, under the number that is printed.

A client who may be there already is left out; who becomes somebody else, or what is written over a record, is decided on the screen.

${importKinds.map((kind) => `Fields of ${kind}: ${describeImportFields(kind)}.`).join('\n')}
  npm run crm -- import csv movements.csv --prefix dino --mapping "account=Cuenta,bookingDate=Fecha,amount=3" --dry-run`,
  prefix: 'required',
  args: [{ name: 'FILE', help: 'the file, with the names of its columns above its rows; titles may stand above them' }],
  options: {
    kind: { value: 'KIND', help: `${importKinds.join(', ')}; movements if missing`, choices: importKinds },
    mapping: { value: 'FIELDS', help: 'which column is which field: FIELD=COLUMN,..., by its name or its number' },
    map: { value: 'IMPORT', help: 'read it as that import was read, by its number at /crm/Importar' },
    encoding: { value: 'NAME', help: fileEncodings.join(', '), choices: fileEncodings },
    delimiter: {
      value: 'SIGN',
      help: Object.keys(delimitersByName).join(', '),
      choices: Object.keys(delimitersByName),
    },
    quote: { value: 'SIGN', help: Object.keys(quotesByName).join(', '), choices: Object.keys(quotesByName) },
    decimal: {
      value: 'SIGN',
      help: Object.keys(decimalMarksByName).join(', '),
      choices: Object.keys(decimalMarksByName),
    },
    dates: { value: 'ORDER', help: dateOrders.join(', '), choices: dateOrders },
    'skip-malformed': { help: 'import the good rows and report the others; otherwise one of them stops everything' },
    'dry-run': { help: 'say what would be imported and what is wrong, and write nothing' },
  },
  run: async ({ args, options, prefix, ownerUrl, secret, progress }) => {
    const { kind, mapping, map, encoding, delimiter, quote, decimal, dates } = options
    if (mapping !== undefined && map !== undefined)
      throw new UsageError('--mapping and --map are two ways to say the same.')
    try {
      return await importFile({
        ownerUrl,
        secret,
        prefix,
        progress,
        path: args.FILE,
        kind: (kind as ImportKind | undefined) ?? 'movements',
        form: toImportForm({ encoding, delimiter, quote, decimal, dates }),
        asked: { mapping, like: map },
        skip: options['skip-malformed'],
        dryRun: options['dry-run'],
      })
    } catch (error) {
      throw toCommandError(error)
    }
  },
  failed: ({ accepted }) => !accepted,
})
