export default {
  title: 'Pessoas e captação',
  context: '{{who}} · em {{day}}',
  fields: {
    name: 'Pessoa',
    cvl: 'CVL',
    since: 'Desde',
    leftOn: 'Até',
    clients: 'Clientes',
    capital: 'Capital',
    yearGross: 'Captação do ano',
    yearOut: 'Saídas do ano',
    yearNet: 'Líquido do ano',
    goal: 'Objetivo',
    achievement: '% do objetivo',
    lifetimeGross: 'Captação histórica',
    lifetimeOut: 'Saídas históricas',
    lifetimeNet: 'Líquido histórico',
    calls: 'Chamadas',
    meetings: 'Reuniões',
    newContacts: 'Contactos novos',
    converted: 'Convertidos',
  },
  table: 'Por pessoa',
  lead: 'Clientes e capital de hoje de quem os gere; captação de quem consta no lançamento, em euros; atividade desde {{from}}.',
  sort: {
    label: 'Ordenar por',
    capital: 'Capital',
    year: 'Ano',
    lifetime: 'Histórico',
    name: 'Nome',
  },
  since: '{{position}} desde {{date}}',
  left: 'Saiu em {{date}}',
  rest: 'Sem atribuição ou fora do seu âmbito',
  total: 'Total',
  none: 'Não há pessoas no seu âmbito.',
  statistics: 'Clientes em números',
  statisticsLead: 'Os clientes de hoje, com o seu capital. Cada valor abre as suas linhas.',
  median: 'Capital mediano por cliente (com capital)',
  count: 'Clientes',
  amount: 'Capital',
  share: 'Quota',
  loading: 'A calcular',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    peopleDashboard: 'Pessoas e captação',
  },
  modules: {
    bt_Dashboard4: 'Pessoas e captação',
  },
  actions: {
    peopleDashboard_exported: 'Exporta as pessoas',
  },
  entities: {
    bt_Dashboard4: 'Ecrã: Pessoas e captação',
    peopleDashboard: 'Pessoas e captação',
  },
}
