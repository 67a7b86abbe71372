export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Segundo factor añadido',
        text: '{{way}} protege ahora tu usuario.',
      },
      removed: {
        title: 'Segundo factor eliminado',
        text: '{{way}} ya no protege tu usuario.',
      },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperación usado',
        text: 'Te quedan {{left}}. Puedes crear otros en tu área personal.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'Códigos de recuperación nuevos',
        text: 'Se han creado desde la dirección {{address}} y los anteriores ya no son válidos. Si no has sido tú, avisa al administrador.',
      },
    },
  },
  refusals: {
    'secondFactor.tooNew':
      'Tu segundo factor tiene menos de 24 horas y todavía no permite aprobar. Espera o pide a otra persona que lo apruebe.',
    'passkey.noDomain': 'Las llaves de acceso no están disponibles en esta instalación.',
  },
}
