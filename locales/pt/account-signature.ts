export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      signature: {
        title: 'Alteração de assinatura numa conta',
        text: '{{change}}. Se não esperava esta alteração, avise a Direção.',
      },
    },
  },
  actions: {
    account_signatureChanged: 'Altera a assinatura de uma conta',
  },
  tasks: {
    signature: 'Assinatura de uma conta',
  },
  changes: {
    signOne: 'Exigir a assinatura de um só titular na conta {{account}} (cliente {{who}})',
    signAll: 'Exigir a assinatura de todos os titulares na conta {{account}} (cliente {{who}})',
  },
  refusals: {
    'account.allSign': 'Esta conta exige a assinatura de todos os titulares: confirme que assinaram.',
    'account.oneHolder': 'Esta conta tem um só titular.',
    'account.signatureWaits': 'Já há uma alteração da assinatura desta conta pendente de aprovação.',
  },
  auditValues: {
    one: 'Um titular',
  },
  changeFields: {
    signedBy: 'Assinaram',
  },
  changeValues: {
    anyHolder: 'Um dos titulares',
    allHolders: 'Todos os titulares',
  },
}
