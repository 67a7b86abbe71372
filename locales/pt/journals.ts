export default {
  title: 'Lançamento {{id}}',
  entry: 'Partidas dobradas',
  facts: 'Dados do lançamento',
  ledger: 'Conta contabilística',
  account: 'Conta do cliente',
  debit: 'Débito',
  credit: 'Crédito',
  bookingDate: 'Data contabilística',
  valueDate: 'Data-valor',
  recordedAt: 'Registado em',
  by: 'Registado por',
  automatic: 'Processo automático',
  description: 'Descritivo',
  reverses: 'Anula o lançamento',
  reversedBy: 'Anulado pelo lançamento',
  ledgers: {
    bank: 'Banco',
    unidentified_receipts: 'Entradas por identificar',
    client_capital: 'Capital de clientes',
    client_payable: 'A pagar a clientes',
    interest_expense: 'Gasto com juros',
    tax_payable: 'Imposto a pagar',
    penalty_income: 'Rendimentos de penalizações',
    fee_income: 'Rendimentos de comissões',
    opening_balances: 'Saldos de abertura',
  },
  attribution: {
    title: 'Atribuição',
    person: 'Pessoa',
    role: 'Como',
    share: 'Parte',
    amount: 'Montante',
    nobody: 'Sem gestor',
    isNew: 'É dinheiro novo: conta como captação.',
    isReinvested: 'É um reinvestimento: não conta como captação.',
    roles: { manager: 'Gestor', partner: 'Parceiro', advisor: 'Consultor', banker: 'Banker' },
  },
  reversal: {
    title: 'Anular o lançamento {{id}}?',
    action: 'Anular o movimento',
    reason: 'Motivo',
    lead: 'Outra pessoa tem de aprovar. É contabilizado no dia da aprovação com a data-valor do original; os dois movimentos conservam-se.',
    submit: 'Pedir a anulação',
    pending: 'Anulação pedida. Pendente de aprovação.',
    approval: 'Ver a aprovação',
    done: 'Movimento anulado.',
  },
  bars: {
    ledger: {
      isReversal: 'Este lançamento é uma anulação: não pode ser anulado.',
      reversed: 'Este lançamento já está anulado.',
      reversalWaits: 'Já há uma anulação pendente de aprovação.',
      ofPayment: 'Corresponde a um pagamento enviado: se o banco o devolver, registe a devolução no pagamento.',
      ofBank: 'Corresponde a um movimento bancário: trate-o em Entradas.',
    },
    account: { notActive: 'Uma das suas contas já não está ativa.' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    journal_posted: 'Contabiliza um movimento',
    journal_reversed: 'Anula um lançamento',
  },
  entities: {
    journal: 'Lançamento',
  },
  tasks: {
    reversal: 'Anulação de um movimento',
  },
  changes: {
    reversal: 'Anular {{amount}} na conta {{account}} ({{who}})',
    reversalOfEntry: 'Anular o lançamento {{entry}} de {{amount}}',
  },
  refusals: {
    'ledger.reversed': 'Este movimento já está anulado.',
    'ledger.isReversal': 'Uma anulação não pode ser anulada.',
    'ledger.reversalWaits': 'Já há uma anulação deste movimento pendente de aprovação.',
  },
  auditFields: {
    reversedBy: 'Anulado pelo lançamento n.º',
  },
}
