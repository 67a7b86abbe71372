export default {
  payer: {
    title: 'Quem retém',
    lead: 'Disto dependem as taxas que se aplicam e os modelos que se entregam.',
    label: 'Perante a administração fiscal, a empresa é',
    change: 'Alterar',
    confirmTitle: 'Alterar o que a empresa é perante a administração fiscal?',
    confirmText:
      'A partir de agora as retenções na fonte seguem as regras de «{{payer}}». O que já foi retido não muda.',
  },
  payers: { any: 'Qualquer', bank: 'Instituição financeira', other: 'Não é instituição financeira' },
  payees: { any: 'Qualquer', person: 'Pessoa', company: 'Empresa' },
  bases: { interest: 'Dos juros', capital: 'Do capital, por ano' },
  regions: {
    any: 'Todo o lado',
    EU: 'Outro país da União Europeia',
    ABROAD: 'Qualquer outro país',
    'PT-20': 'Açores',
    'PT-30': 'Madeira',
    country: 'Um país…',
  },
  rates: {
    title: 'Taxas de retenção na fonte',
    lead: 'Cada taxa vale desde a sua data até à seguinte do mesmo pagador, titular e lugar. Se várias servirem, aplica-se a mais específica. O que já foi retido não muda.',
    none: 'Não há nenhuma taxa: não se podem pagar juros.',
    region: 'Vive em',
    country: 'País',
    countryHint: 'Duas letras: FR, US…',
    payee: 'Titular',
    payer: 'Pagador',
    validFrom: 'Desde',
    rate: 'Taxa',
    rateHint: 'Em percentagem. 0 é isento.',
    basis: 'Calcula-se',
    source: 'Norma',
    sourceHint: 'Lei e artigo.',
    state: 'Estado',
    states: { current: 'Em vigor', coming: 'Futura', past: 'Anterior' },
    exempt: 'Isento',
    add: 'Adicionar uma taxa',
    remove: 'Retirar',
    removeNamed: 'Retirar a taxa de {{region}} desde {{date}}',
    removeTitle: 'Retirar esta taxa de retenção na fonte?',
    removeText: 'Volta a valer a anterior, se houver. O que já foi retido não muda.',
    history: 'Ver também as anteriores',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    withholdingRate_set: 'Define uma taxa de retenção na fonte',
    withholdingRate_removed: 'Retira uma taxa de retenção na fonte',
    withholding_payerSet: 'Altera o que a empresa é perante a administração fiscal',
  },
  entities: {
    withholdingRate: 'Taxa de retenção na fonte',
  },
  tasks: {
    withholding: 'Retenção na fonte',
  },
  changes: {
    rateSet: 'Reter {{rate}} % desde {{from}}: {{payee}}, {{region}}',
    rateRemoved: 'Retirar a taxa de retenção de {{rate}} % desde {{from}}: {{payee}}, {{region}}',
    payerSet: 'Ser perante as Finanças: {{payer}}',
    places: {
      any: 'em qualquer lugar',
      EU: 'outro país da União Europeia',
      ABROAD: 'qualquer outro país',
      'PT-20': 'Açores',
      'PT-30': 'Madeira',
    },
    payees: {
      any: 'qualquer titular',
      person: 'pessoas',
      company: 'empresas',
    },
    payers: {
      bank: 'entidade financeira',
      other: 'não é entidade financeira',
    },
  },
}
