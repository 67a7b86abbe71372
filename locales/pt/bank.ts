export default {
  file: 'Extratos {{from}} {{to}}',
  title: 'Extratos de várias contas',
  lead: 'Um PDF por conta, na língua do cliente, num ficheiro ZIP. Incluem-se as contas com movimentos no período ou com saldo no início.',
  manager: 'Gestor',
  anybody: 'Todos',
  anyFamily: 'Todas',
  from: 'De',
  to: 'Até',
  count_one: 'Será gerado {{total}} extrato.',
  count_many: 'Serão gerados {{total}} extratos.',
  count_other: 'Serão gerados {{total}} extratos.',
  none: 'Nenhuma conta tem extrato nesse período.',
  tooLong_one:
    '{{total}} conta tem mais de 5000 movimentos e não é incluída: exporte-a para Excel a partir da sua página.',
  tooLong_many:
    '{{total}} contas têm mais de 5000 movimentos e não são incluídas: exporte-as para Excel a partir das suas páginas.',
  tooLong_other:
    '{{total}} contas têm mais de 5000 movimentos e não são incluídas: exporte-as para Excel a partir das suas páginas.',
  submit: 'Preparar extratos',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    statements: 'Extratos',
    statement: 'Extrato',
    receipts: 'Entradas por identificar',
    bankEntry: 'Movimento bancário',
    bankFile: 'Ficheiro do banco',
  },
  modules: {
    bt_Extractos: 'Extratos bancários',
  },
  actions: {
    statement_uploaded: 'Carrega um extrato bancário',
    bankAccount_added: 'Regista uma conta bancária da empresa',
    receipt_assigned: 'Atribui uma entrada por identificar',
    receipt_returning: 'Pede a devolução de uma entrada',
    receipt_waiting: 'Anula a devolução de uma entrada',
    receipt_returned: 'Confirma a devolução de uma entrada',
    statements_exported: 'Exporta extratos',
    statement_exported: 'Exporta os movimentos de um extrato',
    receipts_exported: 'Exporta entradas por identificar',
  },
  entities: {
    bt_Extractos: 'Ecrã: Extratos bancários',
    bankStatement: 'Extrato bancário',
    bankUpload: 'Ficheiro do banco',
    receipt: 'Movimento bancário',
    bankAccount: 'Conta bancária da empresa',
  },
  tasks: {
    receipt: 'Atribuição de uma entrada por identificar',
    statement: 'Extrato bancário',
  },
  changes: {
    statement_one: 'Contabilizar {{count}} movimento bancário (conta {{who}}), com entradas de {{amount}}',
    statement_many: 'Contabilizar {{count}} movimentos bancários (conta {{who}}), com entradas de {{amount}}',
    statement_other: 'Contabilizar {{count}} movimentos bancários (conta {{who}}), com entradas de {{amount}}',
    receipt: 'Atribuir à conta {{account}} uma entrada por identificar de {{amount}} ({{who}})',
  },
  personalTables: {
    bank_entry: 'Movimentos do banco',
  },
  refusals: {
    'ledger.ofBank': 'Corresponde a um movimento bancário: trate-o em Entradas.',
    'bankEntry.notOpen': 'O movimento já está contabilizado, corresponde a um pagamento ou está pendente de aprovação.',
    'statement.otherCurrency': 'Esta conta bancária não está em euros: não se compara com a contabilidade.',
    'statement.wrongFile': 'O ficheiro não é um extrato válido.',
    'statement.unknownAccount': 'Essa conta bancária não é da empresa.',
    'receipt.notWaiting': 'Esta entrada já não está pendente.',
    'receipt.notReturning': 'Esta entrada não está por devolver.',
    'receipt.notTheWayBack': 'Esse movimento não pode ser a devolução: o montante é diferente ou já está conciliado.',
    'receipt.otherPayer':
      'O ordenante não é titular da conta indicada no movimento: outra pessoa tem de aprovar a atribuição.',
    'receipt.backDated': 'A data-valor do movimento é muito anterior: outra pessoa tem de aprovar a atribuição.',
  },
  auditFields: {
    fresh: 'Novos',
    bookedOn: 'Contabilizado em',
  },
  changeFields: {
    statementAccount: 'Conta do extrato',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    newAccount: 'Nova conta bancária da empresa',
    previousClosing: 'Saldo final do extrato anterior',
    follows: 'Continua o extrato anterior',
    lastDay: 'Fim do último extrato contabilizado',
    overlaps: 'Começa antes do fim desse extrato',
    oldPeriod: 'Com datas muito anteriores ao carregamento',
    entries: 'Movimentos',
    incoming: 'Entradas',
    outgoing: 'Saídas',
  },
  changeValues: {
    backDated: 'Data-valor muito anterior',
    overAgreed: 'Ultrapassa o montante acordado na abertura',
    notProposed: 'O movimento tinha sido identificado com outra conta',
    otherPayer: 'O ordenante não é titular da conta',
    ownStatement: 'O extrato foi carregado ou aprovado pela pessoa que o atribui',
  },
}
