import { dictionary } from "@zxcvbn-ts/language-common";
import { SHORTEST } from "#src/modules/base/identity/rules/password-length.ts";

// The most common guesses, and the words of this business that its guests and staff would think of first, without the numbers and
// signs put around them: each stands for hundreds of passwords.
const WORDS = `
password passwort passw0rd passwd pass passe contrasena contraseña clave micontrasena secreto secret secreta mypassword
letmein letmeinnow welcome welcomeback bienvenido bienvenida bienvenidos hello helloworld hola holamundo holahola admin
administrator administrador root superuser master maestro guest invitado user usuario username login signin access acceso
default temp temporal temporary test tester testing testtest prueba pruebas demo demodemo changeme changethis cambiame
changeit nopassword nopass whatever qwerty qwert qwertz azerty qwertyui qwertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm
qweasd qweasdzxc qazwsx qazwsxedc qwaszx zaqxsw asdqwe zaqwsx qwerqwer asdfasdf zxczxc q1w2e3 q1w2e3r4 q1w2e3r4t5 1q2w3e
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1xsw2 a1b2c3d4 a1s2d3f4 q2w3e4r5 1a2b3c4d abc123 abc123abc
123qwe 123qweasd 123abc qwe123 qwe123qwe asd123 asd123asd zxc123 aa123456 a123456789 123456a 123456aa 1234qwer qwer1234
dragon dragons monkey monkeys chango shadow shadows sunshine sunny sol moonlight moon luna lunita estrella estrellita star
starlight stars starwars startrek superstar princess princesa princesita prince principe queen reina king rey kings
football futbol soccer baseball beisbol basketball hockey tennis boxing golf golfer rugby rangers lakers yankees redsox
cowboys steelers eagles patriots packers raiders bulldogs bulldog tigers tiger tigre lion lions leon wolf wolves lobo
bear bears oso eagle aguila aguilas hawk falcon phoenix fenix panther pantera puma pumas jaguar cougar chivas america
clubamerica cruzazul tigresuanl monterrey rayados toluca pachuca barcelona barca realmadrid madrid liverpool chelsea
arsenal manchester manutd manunited juventus milan intermilan bayern boca bocajuniors riverplate messi ronaldo cristiano
cr7 neymar maradona pele beckham zidane jordan jordan23 kobe lebron shaq superman batman spiderman ironman hulk thor
wolverine deadpool joker pokemon pikachu charizard naruto sasuke goku vegeta dragonball sonic mario luigi zelda nintendo
playstation xbox minecraft fortnite roblox callofduty halo gamer games game player matrix neo trinity gandalf frodo hobbit
hogwarts harrypotter potter hermione dumbledore voldemort disney mickey mickeymouse minnie donald goofy stitch elsa frozen
barbie hellokitty kitty snoopy garfield scooby simpson simpsons homer bart southpark cartman pepper ginger cookie cookies
chocolate vanilla candy cupcake honey sugar azucar miel dulce coffee cafe beer cerveza tequila mezcal whiskey vodka corona
budweiser jackdaniels margarita taco tacos burrito pizza pasta banana orange naranja apple manzana cherry cereza mango
peaches strawberry fresa lemon limon tomato pickle cheese queso butter chicken pollo turkey bacon flower flores flor rose
rosa rosas daisy lily violet jasmine jazmin lavender tulip butterfly mariposa ladybug bumblebee spider arana scorpion
dolphin delfin shark tiburon whale turtle tortuga snake serpiente horse caballo horses pony unicorn unicornio puppy
perrito doggy dogs dog perro cat cats gato gatito gatita rabbit bunny conejo hamster fish pez mouse raton elephant elefante
panda koala penguin pinguino buster buddy max bella lucky charlie rocky duke bailey sadie toby jake sparky shadowcat
love lovely loveme loveyou iloveyou iloveyou2 iloveu ilove iloveme iloveme2 iloveyoubaby iloveyousomuch amor amore amorcito
miamor teamo teamomucho tequiero tequieromucho mivida vida vidaloca amigo amigos amiga amigas friend friends friendship
bestfriend bestfriends forever siempre parasiempre always babygirl baby bebe babyboy babe boyfriend girlfriend novio novia
husband wife esposo esposa mother mama mami mommy mom madre father papa papi daddy dad padre family familia sister hermana
brother hermano hijo hija son daughter kids ninos angel angels angelito angelita angelica heaven cielo jesus jesuschrist
jesucristo christ cristo god dios diosesamor diosesbueno godisgood godbless bless blessed bendicion faith fe hope esperanza
grace gracia prayer church iglesia virgen guadalupe virgencita santamuerte devil diablo diabla demon satan hell infierno
michael miguel jennifer jessica ashley daniel daniela david joshua matthew mateo andrew andres anthony antonio joseph jose
josejose maria marimar mariana mariajose carlos juan juancarlos juanpablo juanito luis luisito jorge george pedro peter
pablo paul paulina fernando fernanda alejandro alejandra alexander alexandra alex alexa alexis sandra sandy gabriel
gabriela rafael raul roberto robert ricardo richard rodrigo sergio sofia valeria valentina camila isabella isabel ximena
regina renata natalia nataly veronica monica patricia patrick claudia laura lauren karla karen carla diana adriana adrian
cristina christian cristian christine christopher cristopher javier eduardo edward enrique henry francisco pancho lupita
lupe guadalajara nicole nicolas nicholas samantha samuel sebastian santiago victoria victor vanessa brenda brandon brian
kevin justin jonathan jason james john johnny thomas tommy william george charles charlotte robin steven stephanie susan
linda lisa barbara elizabeth michelle melissa amanda rachel rebecca hannah olivia emily emma sarah sara megan taylor tyler
ryan jordan austin dallas houston chicago boston newyork brooklyn california florida texas hollywood lasvegas vegas miami
london londres england paris france berlin germany deutschland roma italia spain espana mexico mexicano mexicana
vivamexico vivamexicocabrones mexicolindo mexicocity ciudaddemexico cdmx chilango oaxaca puebla cancun acapulco tijuana
veracruz yucatan merida colombia argentina chile peru brasil brazil canada cuba puertorico latina latino
summer verano winter invierno spring primavera autumn otono monday lunes tuesday wednesday thursday friday viernes saturday
sabado sunday domingo january enero february march april abril may mayo june junio july julio august agosto september
septiembre october octubre november december diciembre christmas navidad halloween birthday cumpleanos feliz happy happiness
smile smiley sonrisa freedom libertad liberty peace paz peaceandlove paraiso paradise dream dreams sueno dreamer fuck fuckyou
fuckoff fuckme shit bitch asshole bastard pendejo pendeja puto puta putamadre cabron cabrones chingon chingona chinga
chingatumadre mierda culo verga nolose nose nomeacuerdo olvide sexy sexo hottie hot cool awesome amazing perfect killer
hunter warrior guerrero soldier ninja samurai pirate pirata knight wizard merlin magic magia mystery trouble danger peligro
hardcore metal metallica slipknot nirvana acdc ironmaiden guitar guitarra music musica musical rock rockandroll rockstar
rockon reggaeton daddyyankee badbunny shakira luismiguel beatles elvis eminem tupac rihanna beyonce bieber justinbieber
onedirection bts army blink182 linkinpark greenday computer computadora internet google facebook instagram twitter tiktok
youtube whatsapp netflix spotify amazon microsoft windows apple iphone android samsung nokia motorola telcel telmex yahoo
hotmail gmail outlook linux ubuntu hacker security seguridad server servidor database oracle cisco system sistema network
office oficina company empresa business negocio money dinero dollar dollars dolar peso pesos cash rich million millonario
bank banco creditcard diamond diamante gold golden oro silver plata platinum ruby crystal cristal emerald purple morado
blue azul red rojo green verde yellow amarillo black negro white blanco pink rosita rainbow arcoiris color fire fuego water
agua earth tierra wind viento thunder trueno lightning storm tormenta snow nieve ice hielo ocean mar beach playa island isla
river rio mountain montana forest bosque desert desierto garden jardin house casa home hogar school escuela college university
universidad student estudiante teacher maestra doctor doctora nurse enfermera lawyer police policia fireman firefighter
ferrari porsche mustang camaro corvette chevrolet chevy ford honda toyota nissan bmw mercedes audi volkswagen vocho harley
harleydavidson yamaha kawasaki suzuki ducati truck camion racing nascar speed velocidad turbo trustno trustnoone nobody
nadie everyone something algo nothing nada anything everything todo because porque please porfavor thankyou gracias
goodbye adios hasta manana tomorrow today hoy yesterday ayer number numero one uno two dos three tres seven siete eight
onetwothree unodostres onetwo three abcdef abcdefg abcdefgh abcabc aaaaaa aaabbb aabbcc xxxxxx zzzzzz ronda rondas pubcrawl
pubcrawls barcrawl ticket tickets boleto boletos reserva reservas party fiesta fiestas nightlife antro tonight
`;

/** Refused passwords, and refused cores of passwords. Lower case. */
export const COMMON: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));

/** The passwords that leaked most often and are long enough to be chosen here, the most frequent first. Lower case. */
export const LEAKED: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= SHORTEST),
);
