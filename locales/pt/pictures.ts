export default {
  title: 'Fotografia',
  set: 'Adicionar uma fotografia',
  change: 'Mudar a fotografia',
  remove: 'Retirar a fotografia',
  file: 'Ficheiro da fotografia',
  hint: 'JPEG, PNG, WebP ou GIF. Depois de a escolheres podes enquadrá-la. É vista pela equipa e pelos recursos humanos.',
  crop: {
    title: 'Enquadrar a fotografia',
    preview: 'Como se verá a fotografia',
    zoom: 'Zoom',
    x: 'Horizontal',
    y: 'Vertical',
    use: 'Usar esta fotografia',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    employee_pictureSet: 'Coloca uma fotografia de perfil',
    employee_pictureRemoved: 'Retira uma fotografia de perfil',
  },
}
