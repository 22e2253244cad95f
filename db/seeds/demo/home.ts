// Texts of the home page (spec 3, HomePageContent). A field ending in _es is the Spanish text of the one before it.

/** Content by section key, on a day (YYYY-MM-DD). Testimonials are left to guests: there are none. */
export const homeOn = (today: string) => ({
  hero: {
    title: "The first round’s on us.",
    title_es: "La primera ronda va por nuestra cuenta.",
    subtitle: "A guided pub crawl through Mexico City, every night at 8:00 PM.",
    subtitle_es: "Un recorrido guiado por los bares de la Ciudad de México, todas las noches a las 20:00 hrs.",
    backgroundImage: "/pictures/cdmx-wide",
    imageAlt:
      "Friends raising their glasses in a street of Mexico City at night, in front of the Angel and a lit tower",
    imageAlt_es:
      "Un grupo de amigos brinda de noche en una calle de la Ciudad de México, frente al Ángel y una torre iluminada",
  },
  infoBar: {
    drinks: "Welcome drinks included",
    drinks_es: "Bebidas de bienvenida incluidas",
    venues: "4–5 venues",
    venues_es: "4–5 bares",
    people: "15+ people",
    people_es: "15+ personas",
  },
  expect: {
    title: "Arrive alone, leave with a group chat",
    title_es: "Llegas sin conocer a nadie, te vas con grupo de WhatsApp",
    description: "A local guide meets you, introduces you and takes the night from bar to bar. Just follow along.",
    description_es: "Un guía local te recibe, te presenta y lleva la noche de bar en bar. Tú solo déjate llevar.",
  },
  features: {
    drinks: {
      title: "The drinks",
      title_es: "Las bebidas",
      description: "Welcome drinks at each of the 4–5 venues.",
      description_es: "Bebidas de bienvenida en cada uno de los 4–5 bares.",
    },
    venues: {
      title: "The venues",
      title_es: "Los bares",
      description: "Cantinas, rooftops and clubs picked by people who live here.",
      description_es: "Cantinas, terrazas y antros elegidos por gente de aquí.",
    },
    guides: {
      title: "The guides",
      title_es: "Los guías",
      description: "Local and bilingual. Nobody gets left behind.",
      description_es: "Locales y bilingües. Nadie se queda atrás.",
    },
    games: {
      title: "The games",
      title_es: "Los juegos",
      description: "Free party games at the first stop, to break the ice.",
      description_es: "Juegos gratis en la primera parada, para romper el hielo.",
    },
  },
  route: {
    title: "Five stops, one long night",
    title_es: "Cinco paradas, una noche larga",
    disclaimer: "The route may change depending on the night and the venues.",
    disclaimer_es: "La ruta puede cambiar según la noche y los bares.",
    stops: [
      {
        time: "20:00",
        title: "Meet up",
        title_es: "Punto de encuentro",
        description: "Welcome drink and party games at the first venue.",
        description_es: "Bebida de bienvenida y juegos en el primer bar.",
      },
      {
        time: "21:30",
        title: "Second bar",
        title_es: "Segundo bar",
        description: "Another welcome drink, another bar, different music.",
        description_es: "Otra bebida de bienvenida, otro bar y otra música.",
      },
      {
        time: "22:30",
        title: "Third bar",
        title_es: "Tercer bar",
        description: "By now the whole group knows your name.",
        description_es: "A estas alturas todo el grupo ya se sabe tu nombre.",
      },
      {
        time: "23:15",
        title: "Fourth bar",
        title_es: "Cuarto bar",
        description: "This is where the night picks up.",
        description_es: "Aquí la noche agarra vuelo.",
        badge: "Free shot",
        badge_es: "Shot gratis",
      },
      {
        time: "00:30",
        title: "Last stop",
        title_es: "Última parada",
        description:
          "Varies: rooftop bar, a club in one district, or a monthly underground club in another. Free entry if needed.",
        description_es:
          "Varía: una terraza, un antro en una zona o un antro clandestino mensual en otra. Entrada gratis si hace falta.",
      },
    ],
  },
  testimonials: { items: [] },
  footer: {
    description: "Guided pub crawls, every night. Welcome drinks, party games and local bilingual guides.",
    description_es:
      "Recorridos guiados de bares, todas las noches. Bebidas de bienvenida, juegos y guías locales bilingües.",
    email: "hola@ronda.example",
    phone: "+52 55 0000 0000",
    facebook: "",
    instagram: "https://instagram.example/ronda",
    twitter: "",
  },
  events: {
    items: [
      {
        title: "Halloween & Día de Muertos",
        title_es: "Halloween y Día de Muertos",
        subtitle: "Costumes, calaveras and marigolds",
        subtitle_es: "Disfraces, calaveras y cempasúchil",
        date: nextHalloween(today),
        time: "20:00",
        backgroundImage: "/pictures/halloween",
        link: "/cdmx-halloween-crawl",
      },
      {
        title: "VIP Bar Crawl",
        title_es: "Ronda VIP",
        subtitle: "A table waiting, the city at your feet",
        subtitle_es: "Una mesa esperando y la ciudad a tus pies",
        date: "Fridays and Saturdays",
        date_es: "Viernes y sábados",
        time: "21:00",
        backgroundImage: "/pictures/vip-rooftop",
        link: "/vip-bar-crawl",
      },
      {
        title: "Mezcal Tasting",
        title_es: "Cata de mezcal",
        subtitle: "Five mezcals and someone to explain them",
        subtitle_es: "Cinco mezcales y alguien que te los explica",
        date: "Thursdays and Sundays",
        date_es: "Jueves y domingos",
        time: "18:00",
        backgroundImage: "/pictures/mezcal",
        link: "/mezcal-tasting",
      },
    ],
  },
});

/** The next October 31. */
function nextHalloween(today: string): string {
  const year = Number(today.slice(0, 4));
  return `${today.slice(5) > "10-31" ? year + 1 : year}-10-31`;
}

/** The gallery: base names of the reference pictures (widths and formats are added on display) and their captions. */
export const GALLERY = [
  [
    "gallery-cantina",
    "Friends at the bar of a cantina, bottles and a lit sign behind it",
    "Amigos en la barra de una cantina, con botellas y un letrero encendido atrás",
  ],
  [
    "oaxaca",
    "Two people toasting in front of the church of Santo Domingo in Oaxaca, between agaves and under paper bunting",
    "Dos personas brindan frente a Santo Domingo en Oaxaca, entre agaves y bajo papel picado",
  ],
  [
    "gallery-games",
    "A group around a table in the middle of a party game",
    "Un grupo alrededor de una mesa a media partida",
  ],
  [
    "puerto-escondido",
    "Sunset on the beach of Puerto Escondido, with palms, a surfboard and friends under a string of lights",
    "Atardecer en la playa de Puerto Escondido, con palmeras, una tabla de surf y amigos bajo una tira de luces",
  ],
  [
    "gallery-guide",
    "A guide with a lit sign leading a group along a street under paper bunting",
    "Una guía con un letrero encendido lleva a un grupo por una calle con papel picado",
  ],
  [
    "san-cristobal",
    "Three people toasting in front of the yellow cathedral of San Cristóbal",
    "Tres personas brindan frente a la catedral amarilla de San Cristóbal",
  ],
  ["gallery-dance", "People dancing under colored lights", "Gente bailando bajo luces de colores"],
  [
    "vip-rooftop",
    "Friends toasting on a rooftop above the lights of the city",
    "Amigos brindan en una terraza sobre las luces de la ciudad",
  ],
  ["gallery-taco", "A taco stand at the end of the night", "Un puesto de tacos al final de la noche"],
].map(([scene, alt = "", alt_es = ""]) => ({ image_url: `/pictures/${scene}`, alt, alt_es }));

/** Instagram posts, newest first: codes that no post has, our drawings and captions in both languages. */
export const POSTS = [
  ["cantina", "Primero la cantina, luego lo que sea. / First the cantina, then whatever comes."],
  ["games", "Nadie le gana al equipo de la mesa tres. / Nobody beats the team at table three."],
  ["dance", "Nos corrieron a las tres. Casi. / They threw us out at three. Almost."],
  ["taco", "La última parada siempre es de tacos. / The last stop is always tacos."],
].map(([scene, caption = ""]) => ({
  image_url: `https://www.instagram.com/p/ronda-demo-${scene}/`,
  picture: `/pictures/gallery-${scene}`,
  caption,
}));

/** The gallery's captions, and those of pictures that only crawls show. */
export const CAPTIONS = [
  ...GALLERY,
  { image_url: "/pictures/toast", alt: "Four friends touching glasses", alt_es: "Cuatro amigos chocando sus vasos" },
];
