export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Segundo fator adicionado',
        text: '{{way}} protege agora o seu utilizador.',
      },
      removed: {
        title: 'Segundo fator removido',
        text: '{{way}} já não protege o seu utilizador.',
      },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperação usado',
        text: 'Restam {{left}}. Pode criar novos na sua área pessoal.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'Códigos de recuperação novos',
        text: 'Foram criados a partir do endereço {{address}} e os anteriores já não são válidos. Se não foi o próprio, avise o administrador.',
      },
    },
  },
  refusals: {
    'secondFactor.tooNew':
      'O seu segundo fator tem menos de 24 horas e ainda não permite aprovar. Aguarde ou peça a outra pessoa que aprove.',
    'passkey.noDomain': 'As chaves de acesso não estão disponíveis nesta instalação.',
  },
}
