import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { centsToAmount, toCents } from '#rules/cents.ts'
import {
  type BankFileStatement,
  buildStatementFileRefusal,
  cleanText,
  cleanTextOrNull,
  maxStatementEntries,
  parseStatementDate,
  type StatementFileEntry,
} from './statement-file.ts'
import { findXmlLimitViolation } from './xml-bounds.ts'

/** An element as it is read: leaves are texts, and whatever comes more than once is a list. */
type XmlNode = { [name: string]: XmlNode | string | (XmlNode | string)[] | undefined }

const xmlParser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  processEntities: false,
  htmlEntities: false,
  // No statement of the standard nests deeper; a file that does wants to fill the stack.
  maxNestedTags: 40,
})

const xmlEntities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The five entities that every file may use, and letters by their number; each once, so that nothing can grow. */
const decodeXmlEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return xmlEntities[name as string] ?? whole
    const code = decimal !== undefined ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })

const findChildren = (node: XmlNode | undefined, name: string): XmlNode[] => {
  const found = node?.[name]
  if (found === undefined) return []
  return (Array.isArray(found) ? found : [found]).map((one) => (typeof one === 'string' ? { '#text': one } : one))
}

/** The first element at a path, if it is there. */
const findDescendant = (node: XmlNode | undefined, path: string): XmlNode | undefined =>
  path.split('/').reduce<XmlNode | undefined>((at, name) => findChildren(at, name)[0], node)

const readText = (node: XmlNode | undefined, path: string): string | undefined => {
  const text = findDescendant(node, path)?.['#text']
  return typeof text === 'string' && text.trim() !== '' ? decodeXmlEntities(text).trim() : undefined
}

const readRequiredText = (node: XmlNode | undefined, path: string, at: string): string => {
  const text = readText(node, path)
  if (text === undefined) throw buildStatementFileRefusal('missing', `${at}/${path}`)
  return text
}

const readSignedAmount = (node: XmlNode, at: string): { cents: bigint; currency: string } => {
  const text = readRequiredText(node, 'Amt', at)
  const direction = readRequiredText(node, 'CdtDbtInd', at)
  if (!/^\d{1,14}(\.\d{1,2}0*)?$/.test(text)) throw buildStatementFileRefusal('amount', `${at}/Amt`)
  if (direction !== 'CRDT' && direction !== 'DBIT') throw buildStatementFileRefusal('amount', `${at}/CdtDbtInd`)
  const [whole, part = ''] = text.split('.')
  const cents = toCents(`${whole}.${part.slice(0, 2).padEnd(2, '0')}`)
  const currency = findDescendant(node, 'Amt')?.['@Ccy']
  return { cents: direction === 'DBIT' ? -cents : cents, currency: typeof currency === 'string' ? currency : '' }
}

/** 'Dt' or the day of 'DtTm', where the bank is. */
const readDate = (node: XmlNode | undefined, path: string): string | undefined =>
  readText(node, `${path}/Dt`) ?? readText(node, `${path}/DtTm`)?.slice(0, 10)

/** Of a transfer that came in its payer, of one that left its payee. */
const readCounterparty = (details: XmlNode | undefined, isIn: boolean) => {
  const parties = findDescendant(details, 'RltdPties')
  const side = isIn ? 'Dbtr' : 'Cdtr'
  const number = readText(parties, `${side}Acct/Id/IBAN`) ?? readText(parties, `${side}Acct/Id/Othr/Id`)
  return {
    counterpartyName: cleanTextOrNull(readText(parties, `${side}/Nm`) ?? readText(parties, `${side}/Pty/Nm`), 200),
    counterpartyNumber: number
      ? number
          .replace(/[^A-Za-z0-9]/g, '')
          .toUpperCase()
          .slice(0, 40) || null
      : null,
  }
}

const readRemittance = (entry: XmlNode, details: XmlNode | undefined): string => {
  const statedText = findChildren(details, 'RmtInf').flatMap((info) => [
    ...findChildren(info, 'Ustrd').flatMap((line) => readText({ line }, 'line') ?? []),
    ...findChildren(info, 'Strd').flatMap((line) => readText(line, 'CdtrRefInf/Ref') ?? []),
  ])
  const more = [readText(details, 'AddtlTxInf'), readText(entry, 'AddtlNtryInf')].flatMap((text) => text ?? [])
  return cleanText((statedText.length > 0 ? statedText : more).join(' '), 1000)
}

type EntryPart = { details: XmlNode | undefined; cents: bigint; coversWholeEntry: boolean }

/**
 * Each transfer of an entry by itself, where they are all of it; else the entry as one, which says so, and of nobody: the first of several is not who
 * paid all of it.
 */
const splitEntry = (entry: XmlNode, cents: bigint): EntryPart[] => {
  const all = findChildren(entry, 'NtryDtls').flatMap((group) => findChildren(group, 'TxDtls'))
  const amounts = all.map((details) => readText(details, 'Amt') ?? readText(details, 'AmtDtls/TxAmt/Amt'))
  if (all.length < 2) return [{ details: all[0], cents, coversWholeEntry: true }]
  const asOne = [{ details: undefined, cents, coversWholeEntry: false }]
  if (amounts.some((amount) => !/^\d{1,14}(\.\d{1,2})?$/.test(amount ?? ''))) return asOne
  const parts = all.map((details, n) => ({
    details,
    coversWholeEntry: true,
    cents: toCents(amounts[n]!) * (cents < 0n ? -1n : 1n),
  }))
  const coversWholeEntry =
    parts.every((part) => part.cents !== 0n) && parts.reduce((sum, part) => sum + part.cents, 0n) === cents
  return coversWholeEntry ? parts : asOne
}

/** Why money comes back, where the bank says that it does: by what it tells of the return, or by its own code for the line, which no payer writes. */
const readReturnCode = (entry: XmlNode, details: XmlNode | undefined): string | null => {
  const statedText = cleanTextOrNull(readText(details, 'RtrInf/Rsn/Cd'), 10)
  const families = [entry, details].map((node) => readText(node, 'BkTxCd/Domn/Fmly/SubFmlyCd'))
  const isReturn = findDescendant(details, 'RtrInf') !== undefined || families.includes('RRTN')
  return statedText ?? (isReturn ? 'NARR' : null)
}

const toFileEntries = (entry: XmlNode, currency: string, at: string): StatementFileEntry[] => {
  const { cents, currency: ofEntry } = readSignedAmount(entry, at)
  if (ofEntry !== currency) throw buildStatementFileRefusal('currency', `${at}/Amt`)
  const bookingDate = parseStatementDate(readDate(entry, 'BookgDt') ?? '', `${at}/BookgDt`)
  const valueDate = parseStatementDate(readDate(entry, 'ValDt') ?? bookingDate, `${at}/ValDt`)
  // Information for the holder: it moves nothing, and there is nothing to book.
  if (cents === 0n) return []
  return splitEntry(entry, cents).map(({ details, cents: part, coversWholeEntry }) => {
    const refs = findDescendant(details, 'Refs')
    const endToEnd = readText(refs, 'EndToEndId')
    const remittance = readRemittance(entry, details)
    // A transfer inside of an entry is told apart by what only it has.
    const own = readText(refs, 'AcctSvcrRef') ?? readText(refs, 'TxId') ?? readText(refs, 'EndToEndId')
    const ofEntry = readText(entry, 'AcctSvcrRef') ?? readText(entry, 'NtryRef')
    const reference = part === cents ? (ofEntry ?? own ?? remittance) : `${ofEntry ?? ''} ${own ?? remittance}`
    return {
      bookingDate,
      valueDate,
      amount: centsToAmount(part),
      remittance,
      ...readCounterparty(details, cents > 0n),
      reference: cleanText(reference, 300),
      endToEnd: endToEnd && endToEnd !== 'NOTPROVIDED' ? cleanText(endToEnd, 100) : null,
      returnCode: cents > 0n ? readReturnCode(entry, details) : null,
      ...(!coversWholeEntry && { partsDiffer: true as const }),
    }
  })
}

const readBalance = (statement: XmlNode, kinds: readonly string[], at: string) => {
  const all = findChildren(statement, 'Bal')
  const balance = kinds.flatMap((kind) => all.filter((one) => readText(one, 'Tp/CdOrPrtry/Cd') === kind))[0]
  if (!balance) throw buildStatementFileRefusal('missing', `${at}/Bal[${kinds.join('|')}]`)
  const where = `${at}/Bal[${kinds[0]}]`
  return { ...readSignedAmount(balance, where), on: parseStatementDate(readDate(balance, 'Dt') ?? '', `${where}/Dt`) }
}

const toFileStatement = (statement: XmlNode, at: string): BankFileStatement => {
  const opening = readBalance(statement, ['OPBD', 'PRCD', 'ITBD'], at)
  const closing = readBalance(statement, ['CLBD', 'ITBD'], at)
  const currency = readText(statement, 'Acct/Ccy') ?? opening.currency
  if (opening.currency !== currency || closing.currency !== currency)
    throw buildStatementFileRefusal('currency', `${at}/Bal`)
  const number = readText(statement, 'Acct/Id/IBAN') ?? readRequiredText(statement, 'Acct/Id/Othr/Id', at)
  // Only what is booked stands in the balances; what is pending comes again when it is.
  const booked = findChildren(statement, 'Ntry')
    .map((entry, n) => ({ entry, at: `${at}/Ntry[${n + 1}]` }))
    .filter(({ entry, at: where }) => (readText(entry, 'Sts/Cd') ?? readRequiredText(entry, 'Sts', where)) === 'BOOK')
  const entries = booked.flatMap(({ entry, at: where }) => toFileEntries(entry, currency, where))
  const sum = entries.reduce((total, { amount }) => total + toCents(amount), opening.cents)
  if (sum !== closing.cents) throw buildStatementFileRefusal('balance', `${at}/Bal[CLBD]`)
  const days = entries.map(({ bookingDate }) => bookingDate).sort()
  const statedText = readText(statement, 'FrToDt/FrDtTm')?.slice(0, 10)
  const fromDate = statedText ? parseStatementDate(statedText, `${at}/FrToDt`) : (days[0] ?? closing.on)
  return {
    number: number.replace(/[^A-Za-z0-9]/g, '').toUpperCase(),
    name: cleanTextOrNull(readText(statement, 'Acct/Nm') ?? readText(statement, 'Acct/Ownr/Nm'), 140),
    currency,
    entries,
    reference: cleanText(readRequiredText(statement, 'Id', at), 140),
    fromDate: fromDate < closing.on ? fromDate : closing.on,
    toDate: closing.on,
    opening: centsToAmount(opening.cents),
    closing: centsToAmount(closing.cents),
  }
}

/** Letters by what the file says of itself: UTF-8 unless it names another set. */
const decodeXmlText = (content: Uint8Array): string => {
  const head = Buffer.from(content.subarray(0, 200)).toString('latin1')
  const encoding = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii'].includes(encoding))
    throw buildStatementFileRefusal('encoding', encoding)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    // The only thing that a decoder of a known set says is that these bytes are none of it.
    throw buildStatementFileRefusal('encoding', encoding)
  }
}

const parseXml = (xml: string): XmlNode => {
  const declared = /<!(DOCTYPE|ENTITY)/i.exec(xml)
  if (declared) throw buildStatementFileRefusal('doctype', `line ${xml.slice(0, declared.index).split('\n').length}`)
  const excess = findXmlLimitViolation(xml)
  if (excess) throw buildStatementFileRefusal(excess.reason, excess.at)
  const reserved = /<(?:[\w.-]+:)?(?:__proto__|constructor|prototype)[\s/>]/.exec(xml)
  if (reserved)
    throw buildStatementFileRefusal('notStatement', `line ${xml.slice(0, reserved.index).split('\n').length}`)
  const checked = XMLValidator.validate(xml)
  if (checked !== true) throw buildStatementFileRefusal('xml', `line ${checked.err.line}`)
  try {
    return xmlParser.parse(xml) as XmlNode
  } catch (error) {
    // It was well formed: what is left to say no to is its depth.
    throw buildStatementFileRefusal('tooDeep', error instanceof Error ? error.message : 'document')
  }
}

/** The statements of an ISO 20022 file, camt.053.001.02 to .08. Refuses the whole file by element and reason where anything doesn't fit. */
export const readCamt053 = (content: Uint8Array): BankFileStatement[] => {
  const xml = decodeXmlText(content)
  const root = findDescendant(parseXml(xml), 'Document')
  // The parser drops the names of spaces with their prefixes.
  const version = /<(?:[\w.-]+:)?Document\b[^>]*:camt\.053\.001\.(\d\d)["']/.exec(xml)?.[1]
  if (!root || version === undefined) throw buildStatementFileRefusal('notStatement', 'Document')
  if (version < '02' || version > '08') throw buildStatementFileRefusal('version', `camt.053.001.${version}`)
  const statements = findChildren(findDescendant(root, 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw buildStatementFileRefusal('empty', 'Document/BkToCstmrStmt')
  const count = statements.reduce((total, statement) => total + findChildren(statement, 'Ntry').length, 0)
  if (count > maxStatementEntries) throw buildStatementFileRefusal('tooMany', `Ntry[${maxStatementEntries + 1}]`)
  return statements.map((statement, n) => toFileStatement(statement, `Stmt[${n + 1}]`))
}
