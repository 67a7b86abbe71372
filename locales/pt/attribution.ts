export default {
  anyProduct: 'Qualquer produto',
  anyChannel: 'Qualquer canal',
  shares: { manager: 'Gestor', partner: 'Parceiro', advisor: 'Consultor', banker: 'Banker' },
  rules: {
    title: 'Repartição da captação',
    lead: 'Aplica-se a regra do produto, primeiro a desse produto e canal; sem ela, a do canal; e, na falta das duas, a geral. O que já está contabilizado mantém a sua repartição.',
    none: 'Não há nenhuma regra: toda a captação é do gestor.',
    noneInForce: 'Não há nenhuma regra em vigor nem futura: toda a captação é do gestor.',
    product: 'Produto',
    channel: 'Canal do cliente',
    validFrom: 'Desde',
    validFromHint:
      'Para o que for contabilizado a partir dessa data. O que já está contabilizado mantém a sua repartição.',
    state: 'Estado',
    states: { current: 'Em vigor', coming: 'Futura', past: 'Anterior' },
    setBy: 'Definida por {{name}}',
    add: 'Adicionar regra',
    shares: 'Repartição',
    sharesHint: 'Em percentagem. Se o cliente não tiver alguma destas figuras, a sua parte passa para o gestor.',
    whole: 'Soma 100 %.',
    missing: 'Faltam {{share}}.',
    over: 'Sobram {{share}}.',
    remove: 'Retirar',
    removeNamed: 'Retirar a regra de {{product}}, {{channel}}, desde {{date}}',
    removeTitle: 'Retirar esta regra de repartição?',
    removeText:
      '{{product}}, {{channel}}, desde {{date}}. Volta a aplicar-se a anterior, se existir. O que já está contabilizado mantém a sua repartição.',
    history: 'Ver as anteriores',
  },
  days: {
    title: 'Dinheiro novo',
    lead: 'Uma entrega que chega pouco depois de um pagamento ao cliente ou a um cotitular é um reinvestimento e não conta como captação. O que já está contabilizado não muda.',
    label: 'Dias desde o pagamento',
    hint: 'De 0 a 365. Com 0, só as entregas do mesmo dia.',
    save: 'Propor',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    attributionRule_set: 'Define uma regra de repartição da captação',
    attributionRule_removed: 'Retira uma regra de repartição da captação',
    captation_reinvestmentDaysSet: 'Altera os dias em que uma entrega é reinvestimento',
  },
  entities: {
    attributionRule: 'Regra de repartição da captação',
  },
  tasks: {
    attribution: 'Repartição da captação',
  },
  changes: {
    attributionSet:
      'Repartir a captação de {{product}}, {{channel}}, desde {{from}}: gestor {{manager}} %, parceiro {{partner}} %, consultor {{advisor}} %, banker {{banker}} %',
    attributionRemoved:
      'Retirar a repartição da captação de {{product}}, {{channel}}, desde {{from}}: gestor {{manager}} %, parceiro {{partner}} %, consultor {{advisor}} %, banker {{banker}} %',
    reinvestmentDaysSet: 'Considerar reinvestimento o que chegue até {{days}} dias depois de um pagamento',
    anyProduct: 'qualquer produto',
    channels: {
      any: 'qualquer canal',
      direct: 'canal direto',
      partner: 'canal parceiro',
      alliance: 'canal aliança',
    },
  },
  changeFields: {
    productName: 'Nome do produto',
    clientChannel: 'Canal do cliente',
    managerShare: 'Parte do gestor',
    partnerShare: 'Parte do parceiro',
    advisorShare: 'Parte do consultor',
    bankerShare: 'Parte do banker',
    reinvestmentDays: 'Dias de reinvestimento',
  },
  changeValues: {
    direct: 'Direto',
  },
}
