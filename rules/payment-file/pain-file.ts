import { type PaymentFileContent, type PaymentFileLine, sumPaymentLines } from './file-content.ts'
import { toSepaText } from './sepa-text.ts'

const painNamespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
/** The longest name, and remittance text, that SEPA takes. */
const maxLengths = { name: 70, remittance: 140 }

const xmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (value: string): string => value.replace(/[&<>"']/g, (letter) => xmlEscapes[letter]!)

/** An element with text in it, or with others, one a line. */
const renderElement = (name: string, content: string | readonly string[], attributes = ''): string =>
  typeof content === 'string'
    ? `<${name}${attributes}>${escapeXml(content)}</${name}>`
    : `<${name}${attributes}>\n${content.join('\n')}\n</${name}>`

const renderAccount = (name: string, iban: string) =>
  renderElement(name, [renderElement('Id', [renderElement('IBAN', iban)])])

const renderTransfer = ({ reference, name, number, amount, purpose }: PaymentFileLine): string =>
  renderElement('CdtTrfTxInf', [
    renderElement('PmtId', [renderElement('InstrId', reference), renderElement('EndToEndId', reference)]),
    renderElement('Amt', [renderElement('InstdAmt', amount, ' Ccy="EUR"')]),
    renderElement('Cdtr', [renderElement('Nm', toSepaText(name, maxLengths.name))]),
    renderAccount('CdtrAcct', number),
    renderElement('RmtInf', [renderElement('Ustrd', toSepaText(`${reference} ${purpose}`, maxLengths.remittance))]),
  ])

/** The bank by its BIC; inside SEPA the IBAN is enough. */
const renderDebtorAgent = (bic: string | null): string =>
  renderElement('DbtrAgt', [
    renderElement('FinInstnId', [
      bic ? renderElement('BICFI', bic) : renderElement('Othr', [renderElement('Id', 'NOTPROVIDED')]),
    ]),
  ])

/** Whose file it is, as banks of Spain know who orders: the tax number with the suffix of the contract. */
const renderInitiator = (name: string, { taxId, suffix }: PaymentFileContent['firm']): string =>
  renderElement('InitgPty', [
    name,
    ...(taxId
      ? [
          renderElement('Id', [
            renderElement('OrgId', [renderElement('Othr', [renderElement('Id', `${taxId}${suffix ?? ''}`)])]),
          ]),
        ]
      : []),
  ])

/**
 * A customer credit transfer initiation, ISO 20022 pain.001.001.09 in SEPA's rules: one block of payments of one day from one account,
 * booked by the bank as one. The elements stand in the order of the schema, which is part of it.
 */
export const renderPainFile = ({ reference, writtenAt, payOn, firm, lines }: PaymentFileContent): string => {
  const count = renderElement('NbOfTxs', String(lines.length))
  const sum = renderElement('CtrlSum', sumPaymentLines(lines))
  const name = renderElement('Nm', toSepaText(firm.name, maxLengths.name))
  const document = renderElement(
    'Document',
    [
      renderElement('CstmrCdtTrfInitn', [
        renderElement('GrpHdr', [
          renderElement('MsgId', reference),
          renderElement('CreDtTm', writtenAt),
          count,
          sum,
          renderInitiator(name, firm),
        ]),
        renderElement('PmtInf', [
          renderElement('PmtInfId', reference),
          renderElement('PmtMtd', 'TRF'),
          renderElement('BtchBookg', 'true'),
          count,
          sum,
          renderElement('PmtTpInf', [renderElement('SvcLvl', [renderElement('Cd', 'SEPA')])]),
          renderElement('ReqdExctnDt', [renderElement('Dt', payOn)]),
          renderElement('Dbtr', [name]),
          renderAccount('DbtrAcct', firm.number),
          renderDebtorAgent(firm.bic),
          renderElement('ChrgBr', 'SLEV'),
          ...lines.map(renderTransfer),
        ]),
      ]),
    ],
    ` xmlns="${painNamespace}"`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`
}
