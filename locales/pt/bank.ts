export default {
  file: 'Extratos {{from}} {{to}}',
  title: 'Extratos de muitas contas',
  lead: 'Um PDF por conta, na língua do seu cliente, num só ficheiro ZIP. Das contas que se moveram nesses dias ou tinham saldo no início.',
  manager: 'Gestor',
  anybody: 'Todos',
  anyFamily: 'Todas',
  from: 'Desde',
  to: 'Até',
  count_one: 'Sairá {{total}} extrato.',
  count_many: 'Sairão {{total}} extratos.',
  count_other: 'Sairão {{total}} extratos.',
  none: 'Nenhuma conta tem extrato nesses dias.',
  tooLong_one:
    '{{total}} conta tem mais de 5000 movimentos e fica de fora: extrai-a como Excel a partir da sua página.',
  tooLong_many:
    '{{total}} contas têm mais de 5000 movimentos e ficam de fora: extrai-as como Excel a partir das suas páginas.',
  tooLong_other:
    '{{total}} contas têm mais de 5000 movimentos e ficam de fora: extrai-as como Excel a partir das suas páginas.',
  submit: 'Preparar os extratos',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    statements: 'Extratos',
    statement: 'Extrato',
    receipts: 'Entradas por identificar',
    bankEntry: 'Movimento do banco',
    bankFile: 'Ficheiro do banco',
  },
  modules: {
    bt_Extractos: 'Extratos bancários',
  },
  actions: {
    statement_uploaded: 'Carrega um extrato bancário',
    bankAccount_added: 'Declara própria uma conta bancária',
    receipt_assigned: 'Atribui uma entrada por identificar',
    receipt_returning: 'Pede a devolução de uma entrada',
    receipt_waiting: 'Deixa de devolver uma entrada',
    receipt_returned: 'Dá por devolvida uma entrada',
    statements_exported: 'Exporta extratos',
    statement_exported: 'Exporta os movimentos de um extrato',
    receipts_exported: 'Exporta entradas por identificar',
  },
  entities: {
    bt_Extractos: 'Ecrã: Extratos bancários',
    bankStatement: 'Extrato bancário',
    receipt: 'Movimento do banco',
    bankAccount: 'Conta bancária da empresa',
  },
  tasks: {
    receipt: 'Atribuição de uma entrada por identificar',
    statement: 'Extrato do banco',
  },
  changes: {
    statement_one: 'Contabilizar {{count}} movimento do banco (conta {{who}}), com entradas de {{amount}}',
    statement_many: 'Contabilizar {{count}} movimentos do banco (conta {{who}}), com entradas de {{amount}}',
    statement_other: 'Contabilizar {{count}} movimentos do banco (conta {{who}}), com entradas de {{amount}}',
    receipt: 'Atribuir {{amount}} por identificar à conta {{account}} ({{who}})',
  },
}
