export default {
  payer: {
    title: 'Who withholds',
    lead: 'The rates that apply and the forms that are filed depend on this.',
    label: 'To the tax authority, the firm is',
    change: 'Change',
    confirmTitle: 'Change what the firm is to the tax authority?',
    confirmText: 'From now on withholding follows the rules of “{{payer}}”. What was withheld doesn’t change.',
  },
  payers: { any: 'Any', bank: 'A financial institution', other: 'Not a financial institution' },
  payees: { any: 'Any', person: 'Person', company: 'Company' },
  bases: { interest: 'Of the interest', capital: 'Of the capital, a year' },
  regions: {
    any: 'Everywhere',
    EU: 'Another country of the European Union',
    ABROAD: 'Any other country',
    'PT-20': 'Azores',
    'PT-30': 'Madeira',
    country: 'A country…',
  },
  rates: {
    title: 'Rates of withholding',
    lead: 'Each rate holds from its date until the next one of the same payer, holder and place. Where several fit, the most specific one applies. What was withheld doesn’t change.',
    none: 'There is no rate: no interest can be paid.',
    region: 'Lives in',
    country: 'Country',
    countryHint: 'Two letters: FR, US…',
    payee: 'Holder',
    payer: 'Payer',
    validFrom: 'From',
    rate: 'Rate',
    rateHint: 'Per cent. 0 is exempt.',
    basis: 'Reckoned',
    source: 'Rule',
    sourceHint: 'Law and article.',
    state: 'State',
    states: { current: 'In force', coming: 'Coming', past: 'Past' },
    exempt: 'Exempt',
    add: 'Add a rate',
    remove: 'Take back',
    removeNamed: 'Take back the rate of {{region}} from {{date}}',
    removeTitle: 'Take this rate of withholding back?',
    removeText: 'The one before it applies again, if there is one. What was withheld doesn’t change.',
    history: 'Show past ones too',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    withholdingRate_set: 'Sets a rate of withholding',
    withholdingRate_removed: 'Takes a rate of withholding back',
    withholding_payerSet: 'Changes what the firm is to the tax authority',
  },
  entities: {
    withholdingRate: 'Rate of withholding',
  },
  tasks: {
    withholding: 'Tax withholding',
  },
  changes: {
    rateSet: 'Withhold {{rate}}% from {{from}}: {{payee}}, {{region}}',
    rateRemoved: 'Remove the withholding rate of {{rate}}% from {{from}}: {{payee}}, {{region}}',
    payerSet: 'Be before the tax authority: {{payer}}',
    places: {
      any: 'everywhere',
      EU: 'another country of the European Union',
      ABROAD: 'any other country',
      'PT-20': 'Azores',
      'PT-30': 'Madeira',
    },
    payees: {
      any: 'any holder',
      person: 'people',
      company: 'companies',
    },
    payers: {
      bank: 'a financial entity',
      other: 'no financial entity',
    },
  },
}
