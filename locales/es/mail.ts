export default {
  letter: {
    greeting: 'Hola, {{name}}:',
    signature: 'Atalaya',
    automatic: 'Este mensaje se envía de forma automática; no hace falta que respondas.',
  },
  reset: {
    subject: 'Elige una contraseña nueva para Atalaya',
    intro:
      'Alguien ha pedido una contraseña nueva para tu cuenta de Atalaya ({{email}}) el {{at}}, desde la dirección {{address}}.',
    action: 'Elegir una contraseña nueva',
    holds: 'El enlace sirve una sola vez y durante 30 minutos: hasta el {{until}}.',
    notYou:
      'Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma. Si recibes varios mensajes como este, avisa a un administrador.',
  },
  changed: {
    subject: 'Ha cambiado tu contraseña de Atalaya',
    intro: 'La contraseña de tu cuenta de Atalaya ({{email}}) cambió el {{at}}, desde la dirección {{address}}.',
    ended: 'Las demás sesiones que tenías abiertas se han cerrado.',
    notYou:
      'Si no has sido tú, pide ahora mismo otra contraseña con este enlace, que sirve siempre, y avisa a un administrador.',
    action: 'Pedir otra contraseña',
  },
  access: {
    subject: 'Ya puedes entrar en Atalaya',
    intro: 'Te han dado acceso a Atalaya con este correo ({{email}}). Elige una contraseña para entrar.',
    action: 'Elegir una contraseña',
    holds: 'El enlace sirve una sola vez y durante 7 días.',
    google: 'También puedes entrar con Google, si tu cuenta de Google usa este correo.',
    notYou: 'Si el enlace ha caducado o no esperabas este mensaje, díselo a un administrador.',
  },
}
