/**
 * The script of the page in the widget's frame: tells the page around it how tall it is, and credits nobody where that page isn't
 * the one that the server was told of. The browser says who is around (`ancestorOrigins`, and who sent a message), which no page
 * can forge. It stores nothing, and speaks only to the page that has greeted it.
 */
export const WIDGET_SCRIPT = `(()=>{
const root=document.documentElement,known=root.dataset.at;let to="";
const tell=()=>{if(to)parent.postMessage({ronda:"height",height:Math.ceil(root.getBoundingClientRect().height)},to)};
const at=(origin)=>{if(!known||origin===known)return;
for(const link of document.querySelectorAll("a[href]")){const url=new URL(link.href);if(url.origin!==location.origin)continue;
url.searchParams.delete("via");url.searchParams.delete("affiliate");link.href=url.href}};
const around=location.ancestorOrigins;if(around&&around.length)at(around[0]);
addEventListener("message",(event)=>{if(event.source!==parent||!event.data||event.data.ronda!=="hello"||event.origin==="null")return;
at(event.origin);to=event.origin;tell()});
new ResizeObserver(tell).observe(root)})()`;
